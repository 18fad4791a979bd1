package org.sojourn.messengers.outside;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Reads what a client sends: lines of bounded length, and so many bytes as a line has announced. */
final class Lines {
    static final int MOST_BYTES = OutsideBound.LINE.intValue();
    private static final int BUFFER = 4_096;

    private final ReadableByteChannel from;
    private final ByteBuffer read = ByteBuffer.allocate(BUFFER).limit(0);

    Lines(ReadableByteChannel from) {
        this.from = from;
    }

    /**
     * {@return the next line, without its end; null if there is none} What stands behind the last line's end is dropped.
     *
     * @throws Refused if it is no line of text; what follows can't be told apart then
     */
    @Nullable
    String next() throws IOException, Refused {
        ByteArrayOutputStream line = new ByteArrayOutputStream(80);
        while (fill()) {
            byte each = read.get();
            if (each == '\n') {
                return text(line.toByteArray(), "a line");
            }
            if (line.size() == MOST_BYTES) {
                throw new Refused("a line has at most " + MOST_BYTES + " bytes, and this one is longer");
            }
            line.write(each);
        }
        return null;
    }

    /** {@return the next bytes as a text; null if the client is gone before the last of them} */
    @Nullable
    String next(int bytes) throws IOException, Refused {
        ByteArrayOutputStream all = new ByteArrayOutputStream(Math.min(bytes, BUFFER));
        while (all.size() < bytes) {
            if (!fill()) {
                return null;
            }
            int more = Math.min(read.remaining(), bytes - all.size());
            all.write(read.array(), read.position(), more);
            read.position(read.position() + more);
        }
        return decoded(all.toByteArray(), "the source");
    }

    private boolean fill() throws IOException {
        while (!read.hasRemaining()) {
            read.clear();
            int count = from.read(read);
            read.flip();
            if (count < 0) {
                return false;
            }
        }
        return true;
    }

    private static String text(byte[] bytes, String what) throws Refused {
        int length = bytes.length > 0 && bytes[bytes.length - 1] == '\r' ? bytes.length - 1 : bytes.length;
        for (int i = 0; i < length; i++) {
            if (bytes[i] >= 0 && bytes[i] < ' ' && bytes[i] != '\t') {
                throw new Refused(what + " is text, and this one has a byte " + bytes[i] + " at position " + (i + 1));
            }
        }
        return decoded(length == bytes.length ? bytes : Arrays.copyOf(bytes, length), what);
    }

    private static String decoded(byte[] bytes, String what) throws Refused {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new Refused(what + " is text in UTF-8, and this one isn't");
        }
    }
}
