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
        // A cache serves a class path only that begins as the one it was made of. So this program adds nothing to what
        // all programs have: its jar is among that.
        run(
                classPath,
                StartupCache.trains(folder.resolve(StartupCache.LAUNCHER)),
                List.of(
                        "run",
                        Training.class.getName(),
                        "--places",
                        "2",
                        "--train",
                        folder.resolve(StartupCache.PLACES).toString()));
        return 0; // without caches everything works, only later
    }

    private static String jarOf(Class<?> type) {
        return Path.of(URI.create(
                        type.getProtectionDomain().getCodeSource().getLocation().toString()))
                .toString();
    }

    private static void run(String classPath, List<String> options, List<String> arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(Commands.JVM); // a JVM takes no cache of one with other options for modules
        command.addAll(List.of("-cp", classPath, Main.class.getName()));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.redirectOutput(ProcessBuilder.Redirect.DISCARD).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("CLASSPATH", jarOf(Training.class));
        builder.start().waitFor();
    }
}
