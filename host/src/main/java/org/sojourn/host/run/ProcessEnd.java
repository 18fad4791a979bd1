package org.sojourn.host.run;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How the process of a place has ended, and what that says.
 *
 * <p>A JVM of ours that has no memory left exits with status {@value #OUT_OF_MEMORY} and runs no shutdown hook (see {@link
 * JavaOptions}). So does a program that halts with that status, so the status alone proves nothing: what does is the line that the JVM
 * writes to its standard error. That of the init place isn't ours to read.
 *
 * @param status its exit status; 128 + n after signal n
 * @param announced whether it has said before that it exits
 * @param exhausted what it had no more of, as its JVM names it; null if its JVM didn't say so, or to the terminal only
 * @param heapBytes the most that its heap could hold; 0 if it isn't known
 * @param heapOption what gives it a larger one
 */
public record ProcessEnd(
        int status, boolean announced, @Nullable String exhausted, long heapBytes, String heapOption) {
    private static final int OUT_OF_MEMORY = 3;
    private static final int SIGNALLED = 128;
    private static final int LAST_SIGNAL = 160;
    private static final String LAST_LINE = "Terminating due to java.lang.OutOfMemoryError: ";

    /**
     * Reads a line of a JVM's standard error.
     *
     * @param line the line
     * @return the resource that the JVM has run out of, if it says so
     */
    public static Optional<String> exhausted(String line) {
        return line.startsWith(LAST_LINE)
                ? Optional.of(line.substring(LAST_LINE.length()).strip())
                : Optional.empty();
    }

    /** Whether to read its standard error to the end before saying anything. */
    static boolean mayBeMemory(int status, boolean announced) {
        return status == OUT_OF_MEMORY && !announced;
    }

    /** A clause. */
    String said() {
        if (status > SIGNALLED && status < LAST_SIGNAL) {
            return "its process was ended by signal " + (status - SIGNALLED);
        }
        if (announced) {
            return "its program called System.exit(" + status + ")";
        }
        if (exhausted != null) {
            return "it ran out of memory: " + exhausted + (exhausted.contains("heap") ? more() : "");
        }
        String exited = "its process exited with status " + status;
        return mayBeMemory(status, announced)
                ? "it ran out of memory, by all signs: " + exited + " and ran no shutdown hooks" + more()
                : exited;
    }

    private String more() {
        return (heapBytes > 0 ? "; its heap holds at most " + (heapBytes >> 20) + " MB" : "; its heap may be too small")
                + ", and " + heapOption + " gives it more";
    }
}
