package org.sojourn.bench.hal;

import java.util.Optional;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.ReplyTo;

/** Asks for a number of Fibonacci's sequence, and tells it to whoever wants to know. */
final class FibonacciRoot extends Actor<Object> {
    /**
     * Asks.
     *
     * @param number which one
     * @param kept whether all numbers are created, wherever they are
     * @param isDealt whether the topmost ones are dealt out to the places
     * @param asker gets it
     */
    record Ask(int number, boolean kept, boolean isDealt, ReplyTo<Long> asker) {}

    /** Passes on the one answer: the tree knows of numbers only. */
    private static final class Answer extends Actor<Long> {
        private final Handle<Object> root;

        Answer(Handle<Object> root) {
            this.root = root;
        }

        @Override
        protected void process(Long number) {
            root.send(number);
            exit();
        }
    }

    private Optional<ReplyTo<Long>> asker = Optional.empty();

    @Override
    protected void process(Object message) {
        switch (message) {
            case Ask ask -> {
                asker = Optional.of(ask.asker());
                Handle<Object> self = self();
                Handle<Long> answer = create(() -> new Answer(self));
                var position = new FibonacciNumber.Position(ask.number(), 0, 0, ask.kept(), ask.isDealt());
                create(() -> new FibonacciNumber(position, answer));
            }
            case Long number -> {
                asker.ifPresent(to -> to.reply(number));
                exit();
            }
            default -> throw new IllegalArgumentException("not a message of this program: " + message);
        }
    }
}
