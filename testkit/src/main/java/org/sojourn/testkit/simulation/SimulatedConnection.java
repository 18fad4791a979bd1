package org.sojourn.testkit.simulation;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.sojourn.net.wire.Connection;

/**
 * One end of a simulated connection. Bytes arrive at the other end in order, in pieces that have nothing to do with how
 * they were written, each after a delay of its own. A connection that is lost closes at both ends, each in its own
 * time, after a part of what was on its way. What would arrive by a way that is cut waits for the healing.
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

    /** From the other end. */
    private final Arrivals arrivals;

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
        this.arrivals = new Arrivals(here.network(), there, here.process());
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
            int piece = simulation.oneIn(SPLIT_EVERY) ? 1 + simulation.nextInt(size - from) : size - from;
            if (simulation.happens(settings.losses())) {
                piece = simulation.nextInt(piece + 1);
                isBroken = true;
            }
            byte[] some = Arrays.copyOfRange(bytes, from, from + piece);
            boolean isLast = isBroken;
            partner().arrivals.add(delay(), "bytes", () -> {
                partner().arrived(some);
                taken(some.length);
                if (isLast) {
                    lose("connection lost");
                }
            });
            from += piece;
        }
    }

    /** The other end has taken some bytes; whoever writes here may go on, if it runs. */
    private void taken(int size) {
        boolean wasFull = underWay >= WINDOW;
        underWay -= size;
        if (wasFull && underWay < WINDOW) {
            Runnable tell = () -> {
                if (listener != null && !isToldClosed) {
                    listener.writable();
                }
            };
            if (here.process().isRunning()) {
                tell.run();
            } else {
                here.process().schedule(0, "loop", tell);
            }
        }
    }

    /** A way was cut, and no longer is. */
    void healed() {
        arrivals.goOn();
    }

    /** The next piece's delay: it overtakes none before it. */
    private long delay() {
        lastArrival = Math.max(
                lastArrival,
                simulation.nanoTime() + simulation.delay(settings.leastDelayNanos(), settings.mostDelayNanos()));
        return lastArrival - simulation.nanoTime();
    }

    private SimulatedConnection partner() {
        return Objects.requireNonNull(other);
    }

    private void arrived(byte[] bytes) {
        if (closedBecause != null || bytes.length == 0) {
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
        isBroken = true;
        partner().isBroken = true;
        arrivals.add(delay(), "closed", () -> closed(cause));
        partner().arrivals.add(partner().delay(), "closed", () -> partner().closed(cause));
    }

    private void closed(String cause) {
        if (closedBecause == null) {
            closedBecause = cause;
            here.ended(this);
            tellClosed();
        }
    }

    private void tellClosed() {
        if (listener != null && !isToldClosed && closedBecause != null) {
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
        isBroken = true;
        partner().isBroken = true;
        here.process().schedule(0, "closed", () -> closed("closed here"));
        partner().arrivals.add(delay(), "closed", () -> partner().closed("closed by the peer"));
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
