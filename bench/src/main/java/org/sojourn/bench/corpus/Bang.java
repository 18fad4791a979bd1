package org.sojourn.bench.corpus;

import org.sojourn.bench.Answers;
import org.sojourn.bench.Family;
import org.sojourn.bench.savina.micro.Patience;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.Selector;
import org.sojourn.selectors.SelectorSystem;

/** Many senders each send many messages to one receiver (BenchErl). */
public final class Bang extends PaperProgram {
    static final int SENDERS = 440;
    static final int MESSAGES = 440;

    private final int senders;
    private final int each;

    /** The paper's parameters. */
    public Bang() {
        this(SENDERS, MESSAGES);
    }

    /**
     * Other parameters.
     *
     * @param senders how many
     * @param each messages of each
     */
    public Bang(int senders, int each) {
        super(
                "bang",
                Family.MICRO,
                "%d senders x %,d messages".formatted(senders, each),
                // The word to start and its messages for each sender; the question and its answer.
                senders * (1L + each) + 2,
                "how many messages the receiver has got");
        this.senders = senders;
        this.each = each;
    }

    @Override
    public void iterate(SelectorSystem system) {
        Handle<ToReceiver> receiver = system.create(() -> new Receiver((long) senders * each));
        for (int i = 0; i < senders; i++) {
            Handle<Start> sender = system.create(() -> new Sender(receiver));
            sender.send(new Start(each));
        }
        long received = receiver.<Long, Result>request(Receiver.RESULTS, Result::new, Patience.LIMIT)
                .join();
        Answers.same("messages", (long) senders * each, received);
    }

    private record Start(int messages) {}

    /** What the receiver is told. */
    private sealed interface ToReceiver {}

    private record Hello() implements ToReceiver {}

    private record Result(ReplyTo<Long> asker) implements ToReceiver {}

    private static final class Sender extends Actor<Start> {
        private final Handle<ToReceiver> receiver;

        Sender(Handle<ToReceiver> receiver) {
            this.receiver = receiver;
        }

        @Override
        protected void process(Start start) {
            for (int i = 0; i < start.messages(); i++) {
                receiver.send(Receiver.HELLOS, new Hello());
            }
            exit();
        }
    }

    private static final class Receiver extends Selector<ToReceiver> {
        static final Mailbox<Hello> HELLOS = Mailbox.of("hellos", Hello.class);
        static final Mailbox<Result> RESULTS =
                Mailbox.of("results", Result.class).initiallyDisabled();

        private final long expected;
        private long received;

        Receiver(long expected) {
            super(HELLOS, RESULTS);
            this.expected = expected;
        }

        @Override
        protected void process(ToReceiver message) {
            switch (message) {
                case Hello() -> {
                    received++;
                    if (received == expected) {
                        setEnabled(RESULTS, true);
                    }
                }
                case Result(var asker) -> {
                    asker.reply(received);
                    exit();
                }
            }
        }
    }
}
