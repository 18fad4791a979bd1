package org.sojourn.net.link;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.MalformedException;

/** Cuts the bytes of a connection into frames. A length is checked before anything of that length is allocated. */
final class FrameReader {
    /** Takes frames. */
    interface Sink {
        void frame(Frame.Type type, long acknowledged, long sequence, byte[] body);
    }

    private final int frameBytes;
    private final ByteBuffer header = ByteBuffer.allocate(Frame.HEADER);
    private byte @Nullable [] body;
    private int filled;

    FrameReader(int frameBytes) {
        this.frameBytes = frameBytes;
    }

    void feed(ByteBuffer in, Sink sink) {
        while (in.hasRemaining() || (body != null && filled == body.length)) {
            if (body == null) {
                if (!readHeader(in)) {
                    return;
                }
                body = new byte[header.getInt(0) - (Frame.HEADER - Frame.LENGTH_BYTES)];
                filled = 0;
            }
            int count = Math.min(in.remaining(), body.length - filled);
            in.get(body, filled, count);
            filled += count;
            if (filled == body.length) {
                byte[] whole = body;
                body = null;
                header.clear();
                sink.frame(Frame.Type.of(header.get(4)), header.getLong(5), header.getLong(13), whole);
            }
        }
    }

    /** Takes what there is of the header; returns whether it is whole. A length is refused as soon as it is there. */
    private boolean readHeader(ByteBuffer in) {
        int count = Math.min(in.remaining(), header.remaining());
        header.put(header.position(), in, in.position(), count);
        in.position(in.position() + count);
        header.position(header.position() + count);
        if (header.position() >= Frame.LENGTH_BYTES) {
            check(header.getInt(0));
        }
        return !header.hasRemaining();
    }

    private void check(int length) {
        int least = Frame.HEADER - Frame.LENGTH_BYTES;
        int most = frameBytes - Frame.LENGTH_BYTES;
        if (length < least || length > most) {
            throw new MalformedException("a frame of length " + length + "; lengths are " + least + " to " + most);
        }
    }
}
