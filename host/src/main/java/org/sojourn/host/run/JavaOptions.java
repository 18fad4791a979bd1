package org.sojourn.host.run;

import java.util.List;

/** The options with which every JVM of a place is started. */
public final class JavaOptions {
    private static final int WARNS_OF_UNSAFE = 24;

    private JavaOptions() {}

    /**
     * Returns the options.
     *
     * @return those that suit the version of this JVM, which is that of the places as well
     */
    public static List<String> always() {
        // No file in the temporary folder, whatever way the process ends.
        String noFile = "-XX:+PerfDisableSharedMem";
        // Standard output is the program's; with --json it is one object.
        String toError = "-XX:+DisplayVMOutputToStderr";
        // Any thread may be the one that it is thrown in, as the links' or the one that watches the launcher: then the
        // place
        // neither works nor ends.
        String noZombie = "-XX:+ExitOnOutOfMemoryError";
        // Fory and Kryo; otherwise the JVM prints warnings.
        String lookup = "--add-opens=java.base/java.lang.invoke=ALL-UNNAMED";
        return Runtime.version().feature() < WARNS_OF_UNSAFE
                ? List.of(noFile, toError, noZombie, lookup)
                : List.of(
                        noFile,
                        toError,
                        noZombie,
                        lookup,
                        "--enable-native-access=ALL-UNNAMED",
                        "--sun-misc-unsafe-memory-access=allow");
    }
}
