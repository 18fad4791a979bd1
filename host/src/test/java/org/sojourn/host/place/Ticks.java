package org.sojourn.host.place;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.SelectorSystem;
import org.sojourn.selectors.Timer;

/** Selectors that live by timers: a round is one that comes once, while one that goes on is set anew, and the one before cancelled. */
final class Ticks extends Load {
    private static final int SELECTORS = 50;
    private static final Duration ONCE = Duration.ofMillis(2);
    private static final Duration PERIOD = Duration.ofNanos(700_000);

    private record Once(long round) {}

    private record Tick(long round) {}

    private final class Ticking extends Actor<Object> {
        private final Term term;
        private @Nullable Timer periodic;
        private long round;

        Ticking(Term term) {
            this.term = term;
            setOnce();
        }

        private void setOnce() {
            account.sent();
            after(ONCE, new Once(++round));
        }

        @Override
        protected void process(Object message) {
            if (message instanceof Tick tick) {
                account.check(tick.round() == round); // none of a timer that is cancelled
                return;
            }
            account.processed();
            account.check(((Once) message).round() == round);
            if (periodic != null) {
                periodic.cancel();
            }
            if (term.goesOn(round)) {
                setOnce();
                periodic = every(PERIOD, new Tick(round));
            } else {
                account.closed();
                exit();
            }
        }
    }

    @Override
    void begin(SelectorSystem system, Term term) {
        account.opened(SELECTORS);
        for (int i = 0; i < SELECTORS; i++) {
            system.create(() -> new Ticking(term));
        }
    }
}
