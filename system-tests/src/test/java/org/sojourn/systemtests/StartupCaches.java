package org.sojourn.systemtests;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.Stream;

/**
 * The start-up caches that the command's first build makes, here made for the jars of this build, once. No test needs
 * them: these tests start hundreds of JVMs, and take half as long again without.
 */
final class StartupCaches {
    private static final Path LAUNCHER = made();

    private StartupCaches() {}

    /** Returns the launcher's, which a JVM passes over if it isn't there. */
    static Path launcher() {
        return LAUNCHER;
    }

    private static Path made() {
        Path launcher = Sojourn.dist().resolveSibling("launcher.aot");
        try {
            if (!isNewer(launcher) || !isNewer(launcher.resolveSibling("places.aot"))) {
                Files.deleteIfExists(launcher);
                Files.deleteIfExists(
                        launcher.resolveSibling("places.aot")); // would give the places of the training old classes
                new ProcessBuilder(List.of(
                                Sojourn.JAVA, "-cp", Sojourn.distClassPath(), "org.sojourn.launch.Main", "train"))
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor();
            }
            return launcher;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /** Whether a cache is there and newer than all jars. */
    private static boolean isNewer(Path cache) throws IOException {
        if (!Files.isRegularFile(cache)) {
            return false;
        }
        FileTime time = Files.getLastModifiedTime(cache);
        try (Stream<Path> jars = Files.list(Sojourn.dist())) {
            for (Path jar : jars.toList()) {
                if (Files.getLastModifiedTime(jar).compareTo(time) > 0) {
                    return false;
                }
            }
        }
        return true;
    }
}
