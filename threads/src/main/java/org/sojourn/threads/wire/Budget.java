package org.sojourn.threads.wire;

import java.io.DataInputStream;
import java.io.IOException;
import org.sojourn.weave.wire.Numbers;

/**
 * How many values the bytes of a message can be. Each byte is of one value that is counted: what is counted inside of something else takes from
 * what is left, too, so all that is made is no larger than the message, some times over.
 */
final class Budget {
    private long left;

    /** Of what a stream has now. */
    Budget(DataInputStream from) throws IOException {
        left = from.available();
    }

    /** Reads how many things follow, each of which takes some bytes at least. */
    int count(DataInputStream from, int size) throws IOException {
        long count = Numbers.read(from);
        long most = Math.min(left, from.available()); // behind the count itself
        if (count < 0 || count > most / size) {
            throw new IOException(count + " values of " + size + " bytes or more are to follow, and " + most
                    + " bytes do that aren't of others");
        }
        left -= count * size;
        return (int) count;
    }
}
