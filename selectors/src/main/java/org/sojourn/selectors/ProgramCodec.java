package org.sojourn.selectors;

import org.sojourn.kernel.port.Codec;
import org.sojourn.kernel.port.Encoded;
import org.sojourn.kernel.port.Reference;
import org.sojourn.kernel.port.UnencodableException;

/** The codec of a place, with the exception that programs know for what it refuses. */
record ProgramCodec(Codec codec) implements Codec {
    @Override
    public Encoded encode(Object value) {
        try {
            return codec.encode(value);
        } catch (UnencodableException e) {
            throw new UnsendableException(e);
        }
    }

    @Override
    public Encoded encodePart(Object value, Object body) {
        try {
            return codec.encodePart(value, body);
        } catch (UnencodableException e) {
            throw new UnsendableException(e);
        }
    }

    @Override
    public boolean keeps(Class<? extends Throwable> type) {
        return codec.keeps(type);
    }

    @Override
    public String className(int number) {
        return codec.className(number);
    }

    @Override
    public Inbound inbound(Reference.Resolver resolver) {
        return codec.inbound(resolver);
    }
}
