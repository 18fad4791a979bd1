package org.sojourn.bench;

import java.time.Duration;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.SelectorSystem;

/** A program that answers rightly, and of which a part has failed nevertheless. */
final class FailsUnseen implements Benchmark {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private static final class Failing extends Actor<ReplyTo<Boolean>> {
        @Override
        protected void process(ReplyTo<Boolean> asker) {
            asker.reply(true);
            throw new IllegalStateException("planted");
        }
    }

    @Override
    public String name() {
        return "FailsUnseen";
    }

    @Override
    public Family family() {
        return Family.MICRO;
    }

    @Override
    public String parameters() {
        return "none";
    }

    @Override
    public long messages() {
        return 2;
    }

    @Override
    public String answer() {
        return "that there is one";
    }

    @Override
    public void iterate(SelectorSystem system) {
        boolean answer = system.create(Failing::new)
                .<Boolean>request(asker -> asker, PATIENCE)
                .join();
        Answers.same("answer", true, answer);
    }
}
