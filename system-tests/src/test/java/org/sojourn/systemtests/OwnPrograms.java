package org.sojourn.systemtests;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Compiles and packs programs as a user would, with the JDK's own tools and the class path that the command prints. */
final class OwnPrograms {
    private OwnPrograms() {}

    static void compile(Path into) throws IOException, InterruptedException {
        String classPath;
        try (Sojourn run = Sojourn.start("classpath")) {
            if (run.status() != 0) {
                throw new AssertionError(run.toString());
            }
            classPath = run.out().strip();
        }
        List<String> command =
                new ArrayList<>(List.of(tool("javac"), "--release", "17", "-cp", classPath, "-d", into.toString()));
        try (Stream<Path> sources = Files.walk(Path.of("src/test/programs"))) {
            sources.filter(file -> file.toString().endsWith(".java"))
                    .map(Path::toString)
                    .forEach(command::add);
        }
        run(command);
    }

    static void jar(Path jar, Path classes, String mainClass) throws IOException, InterruptedException {
        run(List.of(
                tool("jar"),
                "--create",
                "--file",
                jar.toString(),
                "--main-class",
                mainClass,
                "-C",
                classes.toString(),
                "."));
    }

    private static String tool(String name) {
        return Path.of(System.getProperty("java.home"), "bin", name).toString();
    }

    private static void run(List<String> command) throws IOException, InterruptedException {
        int status = new ProcessBuilder(command).inheritIO().start().waitFor();
        if (status != 0) {
            throw new AssertionError("status " + status + " from " + command);
        }
    }
}
