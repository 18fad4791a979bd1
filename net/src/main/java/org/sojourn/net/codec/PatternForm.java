package org.sojourn.net.codec;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.regex.Pattern;

/** A regular expression, as its text and the flags that it was compiled with. */
final class PatternForm implements Form {
    /** What a stream of Java's own serialisation begins with. */
    private static final int HEADER_BYTES = 4;

    @Override
    public void write(Object value, Output out) {
        Pattern pattern = (Pattern) value;
        out.text(pattern.pattern());
        out.number(flagsOf(pattern));
    }

    @Override
    public Object read(Input in) {
        String text = TextForm.text(in);
        int flags = Math.toIntExact(in.number());
        return TextForm.made(text, () -> Pattern.compile(text, flags));
    }

    /**
     * What {@link Pattern#flags} returns has also what the text switches on or off from somewhere on, as in {@code a b(?x)c d}. Compiled with
     * that, the whole text would be meant. The flags alone are shown to Java's own serialisation only, which writes them before the text.
     */
    private static int flagsOf(Pattern pattern) {
        String text = pattern.pattern();
        if (!text.contains("(?")) {
            return pattern.flags();
        }
        byte[] all = serialised(pattern);
        int textBytes = serialised(text).length - HEADER_BYTES;
        return ByteBuffer.wrap(all).getInt(all.length - textBytes - Integer.BYTES);
    }

    private static byte[] serialised(Object value) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}
