package org.sojourn.threads.wire;

import java.io.IOException;
import java.io.OutputStream;

/** The bytes of a message, as many as it may have. */
final class Bounded extends OutputStream {
    private final OutputStream to;
    private final long mostBytes;
    private long bytes;

    /**
     * Behind what was written before.
     *
     * @param before how many bytes these are
     * @param mostBytes of the message
     */
    Bounded(OutputStream to, long before, long mostBytes) {
        this.to = to;
        this.bytes = before;
        this.mostBytes = mostBytes;
    }

    @Override
    public void write(int one) throws IOException {
        count(1);
        to.write(one);
    }

    @Override
    public void write(byte[] all, int offset, int length) throws IOException {
        count(length);
        to.write(all, offset, length);
    }

    private void count(int more) throws IOException {
        bytes += more;
        if (bytes > mostBytes) {
            throw new IOException("what travels takes " + bytes + " bytes or more, and a message has " + mostBytes
                    + " at most; keep less in variables and results");
        }
    }
}
