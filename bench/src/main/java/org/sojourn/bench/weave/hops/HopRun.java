package org.sojourn.bench.weave.hops;

import java.time.Duration;
import org.sojourn.bench.remote.SojournPair;
import org.sojourn.bench.weave.Hops;
import org.sojourn.host.Sojourn;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.ReplyTo;

/** Two JVMs, a strand and a selector. */
public final class HopRun implements Hops {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int HEAP_MEGABYTES = 256;
    private static final double NANOS_PER_MICRO = 1e3;

    private final Sojourn sojourn;
    private final Handle<Hopper.Go> hopper;
    private final Handle<ReplyTo<Integer>> idle;

    /** Starts the other JVM. */
    public HopRun() {
        sojourn = Sojourn.start(SojournPair.config(2, HEAP_MEGABYTES));
        hopper = sojourn.create(Hopper::new);
        idle = sojourn.create(Idle::new);
    }

    /** Says how much it has with it. */
    private static final class Idle extends Actor<ReplyTo<Integer>> {
        private final byte[] state = new byte[Hopper.BYTES];

        @Override
        protected void process(ReplyTo<Integer> asker) {
            asker.reply(state.length);
        }
    }

    @Override
    public double hops(int count) {
        long took = hopper.<Long>request(asker -> new Hopper.Go(count / 2, asker), PATIENCE)
                .join();
        if (took < 0) {
            throw new IllegalStateException("what the strand had with it has changed");
        }
        return took / NANOS_PER_MICRO / count;
    }

    @Override
    public double moves(int count) {
        long began = System.nanoTime();
        for (int i = 1; i <= count; i++) {
            sojourn.move(idle, sojourn.places().get(i % 2)).join();
        }
        double micros = (System.nanoTime() - began) / NANOS_PER_MICRO / count;
        if (idle.<Integer>request(asker -> asker, PATIENCE).join() != Hopper.BYTES) {
            throw new IllegalStateException("what the selector had with it has changed");
        }
        return micros;
    }

    @Override
    public void close() {
        idle.stop();
        hopper.stop();
        sojourn.close();
    }
}
