package org.sojourn.net.layer;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.CommunicationLayer;

/** Loses, doubles, refuses and puts back some of the messages of another layer, as a layer may. */
final class TroubledLayer implements CommunicationLayer {
    private static final int ONE_IN = 40;

    private final CommunicationLayer of;
    private final SplittableRandom random;
    private final AtomicInteger cuts = new AtomicInteger();
    private final Queue<Runnable> putBack = new ArrayDeque<>();
    private @Nullable Listener listener;

    TroubledLayer(CommunicationLayer of, long seed) {
        this.of = of;
        this.random = new SplittableRandom(seed);
    }

    /** Says of some places that they can't be reached any more, though they can. */
    void cut(int places) {
        Listener told = listener;
        for (int i = 0; i < places && told != null; i++) {
            cuts.incrementAndGet();
            told.left(i);
        }
    }

    int cuts() {
        return cuts.get();
    }

    @Override
    public String name() {
        return of.name();
    }

    @Override
    public void start(String run, int place, Listener told) throws IOException {
        listener = told;
        of.start(run, place, told);
    }

    @Override
    public boolean send(int to, ByteBuffer message) {
        int fate;
        synchronized (this) {
            fate = random.nextInt(ONE_IN);
            if (fate == 3) {
                ByteBuffer copy = ByteBuffer.allocate(message.remaining())
                        .put(message.duplicate())
                        .flip();
                putBack.add(() -> of.send(to, copy));
            }
        }
        boolean isTaken = switch (fate) {
            case 0 -> true; // lost
            case 1 -> false;
            case 2 -> doubled(to, message);
            case 3 -> true;
            default -> of.send(to, message);
        };
        Runnable late = null;
        synchronized (this) {
            if (fate > ONE_IN / 2) {
                late = putBack.poll();
            }
        }
        if (late != null) {
            late.run();
        }
        return isTaken;
    }

    private boolean doubled(int to, ByteBuffer message) {
        boolean isTaken = of.send(to, message);
        return of.send(to, message) || isTaken;
    }

    @Override
    public int maxMessageBytes() {
        return of.maxMessageBytes();
    }

    @Override
    public void stop() {
        of.stop();
    }
}
