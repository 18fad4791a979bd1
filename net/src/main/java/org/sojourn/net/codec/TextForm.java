package org.sojourn.net.codec;

import java.util.TimeZone;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.MalformedException;
import org.sojourn.kernel.port.UndecodableException;
import org.sojourn.kernel.port.UnencodableException;

/**
 * A value that travels as its text. The text is tried out before it is sent: what it doesn't bring back at the sender's place, no other
 * place could make of it either, and there the message would be lost.
 */
record TextForm(Function<Object, String> encode, Function<String, Object> decode) implements Form {
    @Override
    public void write(Object value, Output out) {
        String objection = objection(value);
        if (objection != null) {
            throw new UnencodableException(value.getClass().getTypeName() + " " + objection);
        }
        out.text(encode.apply(value));
    }

    @Override
    public @Nullable String objection(Object value) {
        String text = encode.apply(value);
        String found;
        try {
            Object again = decode.apply(text);
            if (again.getClass() == value.getClass() && again.equals(value)) {
                return null;
            }
            found = "another value";
        } catch (RuntimeException e) {
            found = e.getClass().getName();
        }
        return value instanceof TimeZone zone
                ? "may not travel: it has other rules than its id " + zone.getID() + " says; send a ZoneOffset"
                : "may not travel: its text '" + Shapes.brief(text) + "' brings back " + found
                        + "; send a record of what it says";
    }

    @Override
    public Object read(Input in) {
        String text = text(in);
        return made(text, () -> decode.apply(text));
    }

    /** Reads a text that there has to be. */
    static String text(Form.Input in) {
        String text = in.text();
        if (text == null) {
            throw new MalformedException("a null where a text has to be");
        }
        return text;
    }

    /** What one JVM knows, such as a character set, a currency or a path, another one may not. */
    static Object made(String text, Supplier<Object> maker) {
        try {
            return maker.get();
        } catch (RuntimeException e) {
            throw new UndecodableException(
                    "a class of the JDK",
                    "a value whose text is '" + Shapes.brief(text) + "' can't be rebuilt by this JVM: "
                            + Shapes.brief(e.toString()),
                    e);
        }
    }
}
