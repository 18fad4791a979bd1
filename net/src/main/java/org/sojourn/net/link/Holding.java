package org.sojourn.net.link;

import java.util.Collection;
import java.util.function.Consumer;
import org.sojourn.kernel.port.Batching;
import org.sojourn.kernel.port.Lane;
import org.sojourn.net.wire.Loop;

/**
 * Holds packets back as {@link Batching} says. A session that holds back isn't drained of what has arrived since; whoever ends that has it
 * drained. The first packet that is held sets the time, the last that fits ends it, and so does a packet of the control lane, which would
 * otherwise wait behind them.
 *
 * <p><b>A sender without stack.</b> A handler may send at each step of a recursion, until its stack overflows. A packet is taken or it
 * isn't: before, the error goes to the sender; after, nothing is thrown, or the sender would count it as one that the links didn't
 * take. What follows for a packet that was taken begins only if there is {@link Headroom}, for the error would leave locks and
 * queues in disorder. If there is none, it is owed, and made up for when the place sends next. Some place always does:
 * the init place asks all others how they are, and each of them answers.
 */
final class Holding {
    private final Loop loop;
    private final Consumer<Session> drain;
    private volatile Batching rule = Batching.OFF;

    /** Whether packets may wait for which nobody was woken. Set by a sender without stack; cleared by the next before it has all drained. */
    private volatile boolean isWakeOwed;

    Holding(Loop loop, Consumer<Session> drain) {
        this.loop = loop;
        this.drain = drain;
    }

    /**
     * Sends a packet, now or later. By any thread.
     *
     * @throws StackOverflowError if the sender has no stack left; the packet isn't taken then
     */
    void send(Session to, Lane lane, long orderKey, byte[] packet) {
        to.outbox.add(lane, orderKey, packet);
        try {
            added(to, lane);
        } catch (StackOverflowError e) {
            isWakeOwed = true;
        }
    }

    private void added(Session to, Lane lane) {
        boolean isFirst = to.outbox.isToBeDrained();
        to.weigh();
        Batching now = rule;
        if (isFirst || !now.isOff()) {
            Headroom.require();
        }
        if (!now.isOff()) {
            held(to, lane, isFirst, now);
        } else if (isFirst && !to.wroteAlone()) {
            loop.execute(() -> drain.accept(to));
        }
    }

    private void held(Session to, Lane lane, boolean isFirst, Batching now) {
        Outbox outbox = to.outbox;
        if (isFirst) {
            outbox.hold();
        }
        int held = outbox.counted();
        if (lane == Lane.CONTROL || held == now.packets() || outbox.isCrowded()) {
            release(to);
        } else if (isFirst) {
            loop.execute(() -> {
                if (outbox.beginsToWait()) {
                    loop.schedule(now.nanos(), () -> {
                        outbox.hasWaited();
                        release(to);
                    });
                }
            });
        }
    }

    /** Whether packets may wait for which a sender without stack could wake nobody. */
    boolean owesWakes() {
        return isWakeOwed;
    }

    /**
     * Has all go. By any thread.
     *
     * @throws StackOverflowError if there is no stack left either; it is owed as before then
     */
    void makeUp(Collection<Session> sessions) {
        Headroom.require();
        isWakeOwed = false;
        sessions.forEach(this::release);
    }

    private void release(Session held) {
        held.outbox.release();
        loop.execute(() -> drain.accept(held));
    }

    /** From now on packets are held back so. */
    void rule(Batching next, Collection<Session> sessions) {
        if (!next.equals(rule)) {
            rule = next;
            sessions.forEach(this::release);
        }
    }

    /** Has all go that is held back. */
    void flush(Collection<Session> sessions) {
        if (!rule.isOff()) {
            for (Session each : sessions) {
                if (each.outbox.isHolding()) {
                    release(each);
                }
            }
        }
    }
}
