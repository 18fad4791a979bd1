package org.sojourn.bench.local;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.sojourn.bench.Answers;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.ReplyTo;

/**
 * A selector sends a message to each of many selectors, all of which are idle: the next round begins when the last of
 * them has said that it has come to its message. Mostly the others have by then; if messages were queued in between, as
 * they seemed to take long for once, the sender looks again after the last round until all have.
 */
public abstract class Rounds extends OneWorker {
    /** Messages of one invocation. */
    static final int MESSAGES = 1 << 16;

    /** Selectors that get one in each round: they fit into a worker's own queue. */
    static final int RECEIVERS = 1 << 7;

    static final int ROUNDS = MESSAGES / RECEIVERS;
    private static final double NEARLY_ALL = 0.9;

    private final boolean inline;
    private final Tally tally = new Tally();
    private final Handle<Object> sender = sojourn.create(() -> new Sender(tally));
    private long rounds;

    Rounds(boolean inline) {
        super(inline);
        this.inline = inline;
    }

    /** Sends all messages of an invocation, and waits until they have been processed. */
    final void send() {
        long before = tally.processed;
        sender.<Boolean>request(Begin::new, PATIENCE).join();
        rounds += ROUNDS;
        Answers.same("messages processed", MESSAGES, tally.processed - before);
    }

    @Override
    public void close() {
        super.close();
        requireInline(inline, tally.inlineRounds, rounds);
    }

    /** It would be another thing that was measured otherwise. */
    static void requireInline(boolean inline, long inlineRounds, long rounds) {
        if (inline ? inlineRounds < NEARLY_ALL * rounds : inlineRounds > 0) {
            throw new IllegalStateException(
                    "%d of %d rounds ran on the sender's stack; with inline sends %s it should be %s"
                            .formatted(inlineRounds, rounds, inline ? "on" : "off", inline ? "nearly all" : "none"));
        }
    }

    private record Begin(ReplyTo<Boolean> asker) {}

    private static final class Sender extends Actor<Object> {
        private final Tally tally;
        private final List<Handle<Object>> receivers;
        private final Sink.Last last = new Sink.Last(self());
        private Optional<ReplyTo<Boolean>> asker = Optional.empty();
        private int left;
        private long expected;

        Sender(Tally tally) {
            this.tally = tally;
            this.receivers = Stream.generate(() -> this.<Object>create(() -> new Sink(tally)))
                    .limit(RECEIVERS)
                    .toList();
        }

        @Override
        protected void process(Object message) {
            if (message instanceof Begin begin) {
                asker = Optional.of(begin.asker());
                left = ROUNDS;
                expected = tally.processed + MESSAGES;
            }
            if (left > 0) {
                left--;
                round();
            } else if (tally.processed < expected) {
                self().send(Sink.MESSAGE);
            } else {
                asker.ifPresent(waiting -> waiting.reply(true));
            }
        }

        private void round() {
            long before = tally.processed;
            for (int i = 0; i < RECEIVERS; i++) {
                receivers.get(i).send(i < RECEIVERS - 1 ? Sink.MESSAGE : last);
            }
            if (tally.processed == before + RECEIVERS) {
                tally.inlineRounds++;
            }
        }
    }
}
