package org.sojourn.testkit.simulation;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.sojourn.net.wire.Connection;

/**
 * One end of a simulated connection. Bytes arrive at the other end in order, in pieces that have nothing to do with how
 * they were written, each after a delay of its own. A connection that is lost closes at both ends, each in its own
 * time, after a part of what was on its way.
 */
final class SimulatedConnection implements Connection {
    /** The end takes more only while less than this is on its way. */
    private static final int WINDOW = 256 << 10;

    /** One write in so many arrives in two pieces or more. */
    private static final int SPLIT_EVERY = 4;

    private final Simulation simulation;
    private final Settings settings;
    private final SimulatedWire here;
    private final int there;
    private @Nullable SimulatedConnection other;
    private @Nullable Listener listener;
    private final Queue<byte[]> untold = new ArrayDeque<>();
    private @Nullable String closedBecause;

    /** Whether the listener knows that it is closed. */
    private boolean isToldClosed;

    /** Whether what is written is lost. */
    private boolean isBroken;

    private boolean isClosing;
    private int underWay;

    /** When the last of what was written arrives. */
    private long lastArrival;

    private SimulatedConnection(Simulation simulation, Settings settings, SimulatedWire here, int there) {
        this.simulation = simulation;
        this.settings = settings;
        this.here = here;
        this.there = there;
    }

    /** Makes both ends; the first is that of {@code one}. */
    static SimulatedConnection[] pair(
            Simulation simulation, Settings settings, SimulatedWire one, SimulatedWire another) {
        SimulatedConnection first = new SimulatedConnection(simulation, settings, one, another.place());
        SimulatedConnection second = new SimulatedConnection(simulation, settings, another, one.place());
        first.other = second;
        second.other = first;
        one.opened(first);
        another.opened(second);
        return new SimulatedConnection[] {first, second};
    }

    @Override
    public void listen(Listener told) {
        listener = told;
        for (byte[] bytes = untold.poll(); bytes != null && listener == told; bytes = untold.poll()) {
            told.received(ByteBuffer.wrap(bytes));
        }
        if (closedBecause != null) {
            tellClosed();
        }
    }

    @Override
    public void write(List<byte[]> chunks) {
        if (isBroken || isClosing) {
            return;
        }
        int size = 0;
        for (byte[] chunk : chunks) {
            size += chunk.length;
        }
        byte[] bytes = new byte[size];
        int filled = 0;
        for (byte[] chunk : chunks) {
            System.arraycopy(chunk, 0, bytes, filled, chunk.length);
            filled += chunk.length;
        }
        underWay += size;
        int from = 0;
        while (from < size && !isBroken) {
            int piece = simulation.nextInt(SPLIT_EVERY) == 0 ? 1 + simulation.nextInt(size - from) : size - from;
            if (simulation.happens(settings.losses())) {
                piece = simulation.nextInt(piece + 1);
                isBroken = true;
            }
            byte[] some = java.util.Arrays.copyOfRange(bytes, from, from + piece);
            boolean isLast = isBroken;
            simulation.schedule(delay(), "bytes", there, () -> {
                partner().arrived(some);
                underWay -= some.length;
                if (isLast) {
                    lose("connection lost");
                } else if (listener != null && underWay < WINDOW && underWay + some.length >= WINDOW && !isToldClosed) {
                    listener.writable();
                }
            });
            from += piece;
        }
    }

    /** The next piece's delay: it overtakes none before it. */
    private long delay() {
        lastArrival = Math.max(
                lastArrival,
                simulation.nanoTime() + simulation.delay(settings.leastDelayNanos(), settings.mostDelayNanos()));
        return lastArrival - simulation.nanoTime();
    }

    private SimulatedConnection partner() {
        return java.util.Objects.requireNonNull(other);
    }

    private void arrived(byte[] bytes) {
        if (closedBecause != null || !here.isAlive() || bytes.length == 0) {
            return;
        }
        if (listener == null) {
            untold.add(bytes);
        } else {
            listener.received(ByteBuffer.wrap(bytes));
        }
    }

    /** Both ends find it closed, each at its own time. */
    void lose(String cause) {
        end(cause, delay());
        partner().end(cause, partner().delay());
    }

    private void end(String cause, long delayNanos) {
        isBroken = true;
        simulation.schedule(delayNanos, "closed", here.place(), () -> {
            if (closedBecause == null) {
                closedBecause = cause;
                here.ended(this);
                tellClosed();
            }
        });
    }

    private void tellClosed() {
        if (listener != null && !isToldClosed && here.isAlive() && closedBecause != null) {
            isToldClosed = true;
            listener.closed(closedBecause);
        }
    }

    @Override
    public boolean isWritable() {
        return underWay < WINDOW;
    }

    @Override
    public void close() {
        if (isClosing) {
            return;
        }
        isClosing = true;
        end("closed here", 0);
        partner().end("closed by the peer", delay());
    }

    /** Whether it goes to a place. */
    boolean isTo(int place) {
        return there == place;
    }

    @Override
    public String remote() {
        return "p" + there + " (simulated)";
    }
}
