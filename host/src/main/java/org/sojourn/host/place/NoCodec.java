package org.sojourn.host.place;

import org.sojourn.kernel.port.Codec;
import org.sojourn.kernel.port.Encoded;
import org.sojourn.kernel.port.MalformedException;
import org.sojourn.kernel.port.Reference;

/** The codec of a cluster of one: nothing travels. */
final class NoCodec implements Codec {
    @Override
    public Encoded encode(Object value) {
        throw new IllegalStateException(
                "a cluster of one encodes nothing, but got " + value.getClass().getName());
    }

    @Override
    public Encoded encodePart(Object value, Object body) {
        return encode(value);
    }

    @Override
    public boolean keeps(Class<? extends Throwable> type) {
        return true;
    }

    @Override
    public String className(int number) {
        throw new IllegalArgumentException("class number " + number + " was never given out");
    }

    @Override
    public Inbound inbound(Reference.Resolver resolver) {
        return new Inbound() {
            @Override
            public void define(int number, String name) {
                throw new MalformedException("a cluster of one was sent the class " + name);
            }

            @Override
            public Object decode(byte[] bytes, int offset, int length) {
                throw new MalformedException("a cluster of one was sent " + length + " bytes");
            }

            @Override
            public Object decodePart(byte[] bytes, int offset, int length) {
                return decode(bytes, offset, length);
            }
        };
    }
}
