package org.sojourn.launch;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Ahead-of-time caches (JEP 483, 514, 515) that let JVMs start with our classes loaded and linked. They belong to the built
 * command and lie beside its jars. A cache that is missing, stale, or refused by the JVM means a slower start and nothing
 * else.
 */
final class StartupCache {
    static final String PLACES = "places.aot";
    static final String LAUNCHER = "launcher.aot";

    private final @Nullable Path output;

    /**
     * Makes the options.
     *
     * @param output where the init place is to write a new cache, or null to use what is there
     */
    StartupCache(@Nullable Path output) {
        this.output = output;
    }

    List<String> options(int place) {
        if (output != null) {
            return place == 0 ? trains(output) : List.of();
        }
        return places();
    }

    /** {@return the options by which the JVM of a place uses the cache that is there} */
    static List<String> places() {
        Path cache = folder().resolve(PLACES);
        return Files.isRegularFile(cache) ? List.of("-XX:AOTCache=" + cache) : List.of();
    }

    /**
     * Has a JVM write a cache when it ends. What it has compiled is left out: a JVM that starts would first compile all that again, while several
     * of them want the same cores and little of it matters later.
     */
    static List<String> trains(Path cache) {
        return List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:-AOTRecordTraining", "-XX:AOTCacheOutput=" + cache);
    }

    /** The folder above that of our jars. */
    static Path folder() {
        String first = System.getProperty("java.class.path").split(File.pathSeparator)[0];
        Path folder = Path.of(first).toAbsolutePath().getParent();
        return folder == null || folder.getParent() == null ? Path.of(".") : folder.getParent();
    }
}
