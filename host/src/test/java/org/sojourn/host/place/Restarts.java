package org.sojourn.host.place;

import java.time.Duration;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.SelectorSystem;
import org.sojourn.selectors.Supervision;

/** Selectors that fail and are restarted, with mail that waits; a round is a batch with one message that fails. */
final class Restarts extends Load {
    private static final int PAIRS = 5;
    private static final int BATCH = 20;
    private static final Duration PAUSE = Duration.ofMillis(3);

    /** More often than that a pair doesn't fail. */
    private static final Supervision RESTARTED = Supervision.restart(1_000, Duration.ofMillis(100));

    /** What outlives the lives. */
    private static final class Seen {
        private long last;
    }

    private record GoOn() {}

    private final class Failing extends Actor<Long> {
        private final Seen seen;

        Failing(Seen seen) {
            this.seen = seen;
        }

        @Override
        protected void process(Long number) {
            account.processed();
            account.check(number == ++seen.last);
            if (number % BATCH == BATCH / 2) {
                throw new IllegalStateException("the one of its batch that fails");
            }
        }
    }

    private final class Sender extends Actor<Object> {
        private final Handle<Long> failing;
        private final Term term;
        private long sent;

        Sender(Term term) {
            Seen seen = new Seen();
            this.failing = create(RESTARTED.of(() -> new Failing(seen)));
            this.term = term;
        }

        @Override
        protected void process(Object message) {
            for (int i = 0; i < BATCH; i++) {
                account.sent();
                failing.send(++sent);
            }
            if (term.goesOn(sent / BATCH)) {
                after(PAUSE, message);
            } else {
                account.closed();
                exit();
            }
        }
    }

    @Override
    void begin(SelectorSystem system, Term term) {
        account.opened(PAIRS);
        for (int i = 0; i < PAIRS; i++) {
            system.create(() -> new Sender(term)).send(new GoOn());
        }
    }
}
