package org.sojourn.launch;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
        run(launcher, "-XX:AOTCacheOutput=" + folder.resolve(StartupCache.LAUNCHER), List.of("list"));
        String places = folder.resolve(StartupCache.PLACES).toString();
        run(
                launcher,
                "-XX:-UsePerfData",
                List.of("run", "org.sojourn.host.local.Training", "--places", "2", "--train", places));
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

    private static void run(List<String> java, String option, List<String> arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(java);
        command.add(1, option);
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.redirectOutput(ProcessBuilder.Redirect.DISCARD).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("CLASSPATH", classPath(java));
        builder.start().waitFor();
    }

    private static String classPath(List<String> java) {
        return java.get(java.indexOf("-cp") + 1);
    }
}
