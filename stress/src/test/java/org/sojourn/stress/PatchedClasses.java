package org.sojourn.stress;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.sojourn.testkit.PatchedCopy;
import org.sojourn.testkit.Plot;

/** Faulty copies of kernel classes as files, for JVMs that find them before the shipped ones. */
final class PatchedClasses {
    private PatchedClasses() {}

    /** Plants a fault, as {@link PatchedCopy#with} does, and writes what was compiled into a new directory. */
    static Path write(Path directory, String where, String original, String replacement) throws IOException {
        Map<String, byte[]> patched =
                PatchedCopy.with(Plot.KERNEL, where, original, replacement).patched();
        for (Map.Entry<String, byte[]> each : patched.entrySet()) {
            Path file = directory.resolve(each.getKey().replace('.', '/') + ".class");
            Files.createDirectories(file.getParent());
            Files.write(file, each.getValue());
        }
        return directory;
    }

    /** What this JVM was started with. */
    static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }
}
