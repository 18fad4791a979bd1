package org.sojourn.threads.space;

import java.io.PrintStream;
import org.sojourn.threads.wire.Message;

/** Prints at home what frames print elsewhere, and counts it, for the slave that waits ({@link Unheard}). */
final class Printer {
    /** Much less than what the slave waits at, and too much for a message about each line. */
    private static final long SAID_BYTES = 16_384;

    private long unsaid;

    /** {@return how many bytes the slave is to be told of now; 0 if that can wait} */
    long print(Message.Print print) {
        PrintStream to = print.isError() ? System.err : System.out;
        to.write(print.text(), 0, print.text().length);
        to.flush();
        unsaid += print.size();
        long said = unsaid < SAID_BYTES ? 0 : unsaid;
        unsaid -= said;
        return said;
    }
}
