package org.sojourn.testkit;

import java.util.ArrayDeque;
import java.util.Deque;
import org.sojourn.kernel.port.Codec;
import org.sojourn.kernel.port.Encoded;
import org.sojourn.kernel.port.Reference;

/** Has something done just when a part is packed that is to move. */
final class Packing implements Codec {
    private final Codec codec;
    private final Deque<Runnable> meanwhile = new ArrayDeque<>();

    Packing(Codec codec) {
        this.codec = codec;
    }

    /** Has this done when a part is packed next, or, if there is something to be done then, after that. */
    void next(Runnable action) {
        meanwhile.add(action);
    }

    @Override
    public Encoded encode(Object value) {
        return codec.encode(value);
    }

    @Override
    public Encoded encodePart(Object value, Object body) {
        Runnable action = meanwhile.poll();
        if (action != null) {
            action.run();
        }
        return codec.encodePart(value, body);
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
