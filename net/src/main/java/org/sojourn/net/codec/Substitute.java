package org.sojourn.net.codec;

import java.util.Objects;
import java.util.function.Function;

/**
 * Lets a class travel in the shape of another: at the sender a value becomes its substitute, at the receiver the
 * substitute becomes a value again. It applies to that very class, not to its subclasses, which have to be given their
 * own. The class needs no permission beside this; the substitute's class does. All places must be given the same ones.
 *
 * @param type the class that can't travel as it is
 * @param shape the class that travels in its place
 * @param encode makes the substitute; must not keep the value reachable from it
 * @param decode makes the value; if it throws, the value can't be delivered
 * @param <T> the class
 * @param <S> the substitute
 */
public record Substitute<T, S>(Class<T> type, Class<S> shape, Function<T, S> encode, Function<S, T> decode) {
    /** Checks that everything is given. */
    public Substitute {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(shape, "shape");
        Objects.requireNonNull(encode, "encode");
        Objects.requireNonNull(decode, "decode");
    }
}
