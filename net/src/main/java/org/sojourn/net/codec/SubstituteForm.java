package org.sojourn.net.codec;

import org.sojourn.kernel.port.MalformedException;
import org.sojourn.kernel.port.UnencodableException;

/** A class that travels in the shape of another. */
record SubstituteForm<T, S>(Substitute<T, S> substitute) implements Form {
    @Override
    public void write(Object value, Output out) {
        S shape = substitute.encode().apply(substitute.type().cast(value));
        if (!substitute.shape().isInstance(shape)) {
            throw new UnencodableException(
                    "the substitute of " + substitute.type().getName() + " made "
                            + (shape == null ? "null" : shape.getClass().getName()) + " and not "
                            + substitute.shape().getName());
        }
        out.value(shape);
    }

    @Override
    public Object read(Input in) {
        Object shape = in.value();
        if (!substitute.shape().isInstance(shape)) {
            throw new MalformedException(substitute.type().getName() + " did not come as "
                    + substitute.shape().getName());
        }
        T value = value(substitute.shape().cast(shape));
        in.made(value);
        return value;
    }

    private T value(S shape) {
        try {
            return substitute.type().cast(substitute.decode().apply(shape));
        } catch (Throwable failure) { // whatever the function throws: it is the program's
            throw DecodingFailure.ofFunction(substitute.type().getName(), failure);
        }
    }
}
