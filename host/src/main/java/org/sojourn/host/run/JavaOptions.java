package org.sojourn.host.run;

import java.util.List;

/** The options with which every JVM of a place is started. */
public final class JavaOptions {
    private static final int WARNS_OF_UNSAFE = 24;
    private static final int HAS_CACHES = 25;

    private JavaOptions() {}

    /**
     * Returns the options for JVMs of this one's version.
     *
     * @return those that suit it
     */
    public static List<String> always() {
        return always(Runtime.version().feature());
    }

    /**
     * Returns the options.
     *
     * @param feature the version of the places' JVMs, as 25
     * @return those that suit it
     */
    public static List<String> always(int feature) {
        // No file in the temporary folder, whatever way the process ends.
        String noFile = "-XX:+PerfDisableSharedMem";
        // Standard output is the program's; with --json it is one object. The JVM's log has a stream of its own.
        // Why it refuses a start-up cache is left out: nobody who runs a program wants to know.
        String toError = "-XX:+DisplayVMOutputToStderr";
        String noLog = "-Xlog:disable";
        String logToError = "-Xlog:all=warning" + (feature < HAS_CACHES ? "" : ",aot*=off,cds*=off") + ":stderr";
        // Any thread may be the one that it is thrown in, as the links' or the one that watches the launcher:
        // then the place neither works nor ends.
        String noZombie = "-XX:+ExitOnOutOfMemoryError";
        // Fory and Kryo; otherwise the JVM prints warnings.
        String lookup = "--add-opens=java.base/java.lang.invoke=ALL-UNNAMED";
        return feature < WARNS_OF_UNSAFE
                ? List.of(noFile, toError, noLog, logToError, noZombie, lookup)
                : List.of(
                        noFile,
                        toError,
                        noLog,
                        logToError,
                        noZombie,
                        lookup,
                        "--enable-native-access=ALL-UNNAMED",
                        "--sun-misc-unsafe-memory-access=allow");
    }
}
