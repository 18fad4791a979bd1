package org.sojourn.bench.local;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.sojourn.bench.Answers;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.Selector;

/**
 * A stream of messages from a thread to a selector on another one, until all are processed. What wakes the worker is shared by
 * all of them, and the mailbox is large enough that nobody has to wait.
 */
public class SendAcross extends OneWorker {
    private static final int MESSAGES = 1 << 16;
    private static final Mailbox<Object> MAIL = Mailbox.of("mail", Object.class).bound(2 * MESSAGES);

    private final Handle<Object> receiver = sojourn.create(Receiver::new);

    /** Starts a place. */
    public SendAcross() {
        super(true);
    }

    private record Counted(ReplyTo<Integer> asker) {}

    private static final class Receiver extends Selector<Object> {
        private int counted;

        Receiver() {
            super(MAIL);
        }

        @Override
        protected void process(Object message) {
            if (message instanceof Counted(var asker)) {
                asker.reply(counted);
                counted = 0;
            } else {
                counted++;
            }
        }
    }

    /** Sends them, and waits until they have been processed. */
    @Benchmark
    @OperationsPerInvocation(MESSAGES)
    public void sendAcross() {
        for (int i = 0; i < MESSAGES; i++) {
            receiver.send(Sink.MESSAGE);
        }
        int counted = receiver.request(Counted::new, PATIENCE).join();
        Answers.same("messages processed", MESSAGES, counted);
    }
}
