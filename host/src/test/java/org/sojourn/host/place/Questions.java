package org.sojourn.host.place;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.ExecutionPolicy;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Join;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.SelectorSystem;

/**
 * Selectors, and a thread that is none, ask selectors of every policy; a round is a question to each of them. An answer is what
 * is processed: one that doesn't come is missing in the end.
 */
final class Questions extends Load {
    private static final int ASKERS = 10;
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private record Question(long number, ReplyTo<Long> asker) {}

    private record NextRound() {}

    private static final class Answerer extends Actor<Question> {
        @Override
        protected void process(Question question) {
            question.asker().reply(question.number() + 1);
        }
    }

    private final class Asker extends Actor<NextRound> {
        private final List<Handle<Question>> answerers;
        private final Term term;
        private long round;

        Asker(List<Handle<Question>> answerers, Term term) {
            this.answerers = answerers;
            this.term = term;
        }

        @Override
        protected void process(NextRound order) {
            long number = ++round;
            Join<Long> answers = join(PATIENCE);
            for (Handle<Question> each : answerers) {
                account.sent();
                answers.<Long, Question>ask(each, asker -> new Question(number, asker));
            }
            answers.all(outcome -> {
                for (long answer : outcome.values()) {
                    account.processed();
                    account.check(answer == number + 1);
                }
                if (outcome.isComplete() && term.goesOn(round)) {
                    self().send(order);
                } else {
                    account.closed();
                    exit();
                }
            });
        }
    }

    @Override
    void begin(SelectorSystem system, Term term) {
        List<Handle<Question>> answerers = new ArrayList<>();
        for (ExecutionPolicy each : ExecutionPolicy.values()) {
            answerers.add(system.create(each, Answerer::new));
        }
        account.opened(ASKERS + 1);
        for (int i = 0; i < ASKERS; i++) {
            system.create(() -> new Asker(answerers, term)).send(new NextRound());
        }
        Thread outside = new Thread(() -> ask(answerers, term), "outside");
        outside.setDaemon(true);
        outside.start();
    }

    /** The thread that is no selector waits for each answer. */
    private void ask(List<Handle<Question>> answerers, Term term) {
        for (long round = 1; term.goesOn(round); round++) {
            long number = round;
            for (Handle<Question> each : answerers) {
                account.sent();
                long answer = each.<Long>request(asker -> new Question(number, asker), PATIENCE)
                        .join();
                account.processed();
                account.check(answer == number + 1);
            }
        }
        account.closed();
    }
}
