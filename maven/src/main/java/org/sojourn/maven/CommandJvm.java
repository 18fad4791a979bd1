package org.sojourn.maven;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.logging.Log;
import org.jspecify.annotations.Nullable;

/** The command of this library, in a JVM of its own with what the plugin was loaded from. */
final class CommandJvm {
    private static final String MAIN = "org.sojourn.launch.Main";

    private CommandJvm() {}

    /** How the command begins; its words are to be added. */
    static List<String> of(@Nullable File jdk) throws MojoExecutionException {
        return new ArrayList<>(List.of(NamedJdk.java(jdk).toString(), "-cp", classPath(), MAIN));
    }

    /** That of Maven's loader of this plugin, or the class path. */
    private static String classPath() throws MojoExecutionException {
        if (!(CommandJvm.class.getClassLoader() instanceof URLClassLoader loader)) {
            return System.getProperty("java.class.path", "");
        }
        List<String> entries = new ArrayList<>();
        for (URL each : loader.getURLs()) {
            try {
                entries.add(Path.of(each.toURI()).toString());
            } catch (URISyntaxException e) {
                throw new MojoExecutionException("the plugin can't read its own class path: " + each, e);
            }
        }
        return String.join(File.pathSeparator, entries);
    }

    /** Runs a command and logs what it says; standard output goes to a file if there is one. Returns the exit status. */
    static int run(List<String> command, @Nullable File output, Log log) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command);
        if (output != null) {
            Files.createDirectories(output.getAbsoluteFile().getParentFile().toPath());
            builder.redirectOutput(output);
        } else {
            builder.redirectErrorStream(true);
        }
        Process process = builder.start();
        try (BufferedReader said = output == null ? process.inputReader() : process.errorReader()) {
            said.lines().forEach(log::info);
            return process.waitFor();
        } finally {
            process.destroyForcibly();
        }
    }
}
