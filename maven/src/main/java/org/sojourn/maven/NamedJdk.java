package org.sojourn.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.apache.maven.plugin.MojoExecutionException;
import org.jspecify.annotations.Nullable;

/** A JDK that is new enough for the command: the named one, or Maven's own, or one of the environment. */
final class NamedJdk {
    private static final int JAVA = 25;

    private NamedJdk() {}

    static Path java(@Nullable File named) throws MojoExecutionException {
        if (named == null && Runtime.version().feature() >= JAVA) {
            return executable(Path.of(System.getProperty("java.home")));
        }
        return Stream.of(named == null ? "" : named.getPath(), environment("JAVA25_HOME"), environment("JAVA_HOME"))
                .filter(home -> !home.isEmpty())
                .map(Path::of)
                .filter(NamedJdk::isNewEnough)
                .findFirst()
                .map(NamedJdk::executable)
                .orElseThrow(() -> new MojoExecutionException("sojourn:map needs a JDK " + JAVA + ", and Maven runs on "
                        + Runtime.version().feature()
                        + "; name one with <jdk>, -Dsojourn.map.jdk=FOLDER or JAVA25_HOME"));
    }

    private static String environment(String name) {
        String value = System.getenv(name);
        return value == null ? "" : value;
    }

    private static Path executable(Path home) {
        return home.resolve("bin").resolve("java");
    }

    /** By the file that every JDK has since 9. */
    private static boolean isNewEnough(Path home) {
        try {
            return Files.isExecutable(executable(home))
                    && Files.readAllLines(home.resolve("release")).stream()
                            .filter(line -> line.startsWith("JAVA_VERSION="))
                            .map(line -> line.replaceAll("[^\\d.]", "").replaceFirst("\\..*", ""))
                            .anyMatch(version -> !version.isEmpty() && Integer.parseInt(version) >= JAVA);
        } catch (IOException e) {
            return false;
        }
    }
}
