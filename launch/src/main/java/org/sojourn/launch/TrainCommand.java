package org.sojourn.launch;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sojourn.host.run.Training;
import picocli.CommandLine.Command;

/** For the build: makes the start-up caches of this command and of places by running both once. */
@Command(name = "train", hidden = true)
final class TrainCommand implements Callable<Integer> {
    @Override
    public Integer call() throws IOException, InterruptedException {
        Path folder = StartupCache.folder();
        String classPath;
        try (Stream<Path> jars = Files.list(folder.resolve("lib"))) {
            classPath = jars.map(Path::toString)
                    .filter(name -> name.endsWith(".jar"))
                    .sorted()
                    .collect(Collectors.joining(File.pathSeparator));
        }
        List<String> launcher = java(classPath);
        run(launcher, "-XX:AOTCacheOutput=" + folder.resolve(StartupCache.LAUNCHER), List.of("list"), classPath);
        String places = folder.resolve(StartupCache.PLACES).toString();
        // A cache serves a class path only that begins as the one it was made of. So this program adds nothing to
        // what all programs have: its jar is among that.
        run(
                launcher,
                "-XX:-UsePerfData",
                List.of("run", Training.class.getName(), "--places", "2", "--train", places),
                jarOf(Training.class));
        return 0; // without caches everything works, only later
    }

    private static List<String> java(String classPath) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classPath,
                "org.sojourn.launch.Main");
    }

    private static String jarOf(Class<?> type) {
        return Path.of(URI.create(
                        type.getProtectionDomain().getCodeSource().getLocation().toString()))
                .toString();
    }

    private static void run(List<String> java, String option, List<String> arguments, String classPath)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(java);
        command.add(1, option);
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.redirectOutput(ProcessBuilder.Redirect.DISCARD).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("CLASSPATH", classPath);
        builder.start().waitFor();
    }
}
