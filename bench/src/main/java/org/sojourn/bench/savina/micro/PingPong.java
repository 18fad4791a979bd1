package org.sojourn.bench.savina.micro;

import java.util.Optional;
import org.sojourn.bench.Answers;
import org.sojourn.bench.Benchmark;
import org.sojourn.bench.Family;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.SelectorSystem;

/** Two actors, one message on its way at any time. Between a pong and the next ping the pinger tells itself to go on. */
public final class PingPong implements Benchmark {
    private static final int DEFAULT_PINGS = 40_000;

    private final int pings;

    /** The suite's parameters. */
    public PingPong() {
        this(DEFAULT_PINGS);
    }

    /**
     * Other parameters.
     *
     * @param pings how many pings, at least 1
     */
    public PingPong(int pings) {
        this.pings = pings;
    }

    @Override
    public String name() {
        return "PingPong";
    }

    @Override
    public Family family() {
        return Family.MICRO;
    }

    @Override
    public String parameters() {
        return "%,d pings".formatted(pings);
    }

    @Override
    public long messages() {
        // Start, pings, pongs, what the pinger tells itself between them, stop, and the answer.
        return 1L + pings + pings + (pings - 1) + 1 + 1;
    }

    @Override
    public String answer() {
        return "the pings that the ponger has counted";
    }

    @Override
    public void iterate(SelectorSystem system) {
        Handle<ToPonger> ponger = system.create(Ponger::new);
        Handle<ToPinger> pinger = system.create(() -> new Pinger(pings, ponger));
        int counted =
                pinger.<Integer>request(ToPinger.Start::new, Patience.LIMIT).join();
        Answers.same("pings", pings, counted);
    }

    /** What a pinger is told. */
    private sealed interface ToPinger {
        record Start(ReplyTo<Integer> asker) implements ToPinger {}

        record Next() implements ToPinger {}

        record Pong() implements ToPinger {}
    }

    /** What a ponger is told. */
    private sealed interface ToPonger {
        record Ping(Handle<ToPinger> pinger) implements ToPonger {}

        record Stop(ReplyTo<Integer> asker) implements ToPonger {}
    }

    private static final class Pinger extends Actor<ToPinger> {
        private final Handle<ToPonger> ponger;
        private int left;
        private Optional<ReplyTo<Integer>> asker = Optional.empty();

        Pinger(int pings, Handle<ToPonger> ponger) {
            this.left = pings;
            this.ponger = ponger;
        }

        @Override
        protected void process(ToPinger message) {
            switch (message) {
                case ToPinger.Start start -> {
                    asker = Optional.of(start.asker());
                    ping();
                }
                case ToPinger.Next() -> ping();
                case ToPinger.Pong() -> {
                    if (left > 0) {
                        self().send(new ToPinger.Next());
                    } else {
                        asker.ifPresent(to -> ponger.send(new ToPonger.Stop(to)));
                        exit();
                    }
                }
            }
        }

        private void ping() {
            left--;
            ponger.send(new ToPonger.Ping(self()));
        }
    }

    private static final class Ponger extends Actor<ToPonger> {
        private int pings;

        @Override
        protected void process(ToPonger message) {
            switch (message) {
                case ToPonger.Ping(var pinger) -> {
                    pings++;
                    pinger.send(new ToPinger.Pong());
                }
                case ToPonger.Stop(var asker) -> {
                    asker.reply(pings);
                    exit();
                }
            }
        }
    }
}
