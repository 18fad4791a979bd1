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
 */
final class Holding {
    private final Loop loop;
    private final Consumer<Session> drain;
    private volatile Batching rule = Batching.OFF;

    Holding(Loop loop, Consumer<Session> drain) {
        this.loop = loop;
        this.drain = drain;
    }

    /** Sends a packet, now or later. By any thread. */
    void send(Session to, Lane lane, long orderKey, byte[] packet) {
        Batching now = rule;
        if (now.isOff()) {
            if (to.offer(lane, orderKey, packet)) {
                loop.execute(() -> drain.accept(to));
            }
            return;
        }
        Outbox outbox = to.outbox;
        boolean isFirst = to.keep(lane, orderKey, packet);
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
