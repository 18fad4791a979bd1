package org.sojourn.systemtests;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Compiles and packs programs as a user would, with the JDK's own tools and the class path that the command prints. */
final class OwnPrograms {
    private static final Path CLASSES = compiled();

    private OwnPrograms() {}

    /** Returns the folder of their classes, which all tests share. */
    static Path classes() {
        return CLASSES;
    }

    /** Returns what a person has in the environment who runs them. */
    static Map<String, String> environment() {
        return Map.of("CLASSPATH", CLASSES.toString());
    }

    private static Path compiled() {
        try {
            Path classes =
                    Files.createDirectories(Path.of("target", "own-programs").toAbsolutePath());
            compile(classes);
            return classes;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    private static void compile(Path into) throws IOException, InterruptedException {
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

    static void jar(Path jar, String mainClass) throws IOException, InterruptedException {
        run(List.of(
                tool("jar"),
                "--create",
                "--file",
                jar.toString(),
                "--main-class",
                mainClass,
                "-C",
                CLASSES.toString(),
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
