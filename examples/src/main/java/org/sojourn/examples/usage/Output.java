package org.sojourn.examples.usage;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.Objects;

/** The file that a program's answer goes to, once hours may have gone into it. */
public final class Output {
    /** Writes a file. */
    @FunctionalInterface
    public interface Writing {
        /**
         * Writes it.
         *
         * @param file where it goes; what was there before is lost
         * @throws IOException if the file cannot be written
         */
        void to(Path file) throws IOException;
    }

    private Output() {}

    /**
     * Writes a file, and says in a sentence on standard error if that cannot be done. A disk may have filled since
     * {@link Arguments#writableFile} looked.
     *
     * @param file where it goes
     * @param writing writes it
     * @return true if it was written
     */
    public static boolean written(Path file, Writing writing) {
        try {
            writing.to(file);
            return true;
        } catch (IOException e) {
            System.err.println("cannot write " + file + ": " + reason(e));
            return false;
        }
    }

    /** The name of an exception of files is its reason, unless it has another; its message is the file. */
    static String reason(IOException e) {
        return e instanceof FileSystemException failure
                ? Objects.requireNonNullElse(
                        failure.getReason(), e.getClass().getSimpleName().replace("Exception", ""))
                : Objects.requireNonNullElse(e.getMessage(), e.toString());
    }
}
