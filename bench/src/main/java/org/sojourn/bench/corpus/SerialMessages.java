package org.sojourn.bench.corpus;

import java.util.ArrayList;
import java.util.List;
import org.sojourn.bench.Answers;
import org.sojourn.bench.Family;
import org.sojourn.bench.savina.micro.Patience;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Answer;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.Selector;
import org.sojourn.selectors.SelectorSystem;

/** Generators send to receivers of theirs, all by way of one dispatcher (BenchErl). */
public final class SerialMessages extends PaperProgram {
    static final int GENERATORS = 120;
    static final int MESSAGES = 2_048;

    private final int generators;
    private final int each;

    /** The paper's parameters. */
    public SerialMessages() {
        this(GENERATORS, MESSAGES);
    }

    /**
     * Other parameters.
     *
     * @param generators how many, with as many receivers
     * @param each messages of each
     */
    public SerialMessages(int generators, int each) {
        super(
                "serialmsg",
                Family.MICRO,
                "%d generators x %,d messages".formatted(generators, each),
                // Each generator's start, its messages twice, its receiver's question and answer; the dispatcher's end.
                generators * (1 + 2L * each + 2) + 1,
                "that each receiver has got its messages, in their order");
        this.generators = generators;
        this.each = each;
    }

    @Override
    public void iterate(SelectorSystem system) {
        List<Handle<ToReceiver>> receivers = new ArrayList<>();
        for (int i = 0; i < generators; i++) {
            receivers.add(system.create(() -> new Receiver(each)));
        }
        Handle<ToDispatcher> dispatcher = system.create(() -> new Dispatcher(receivers));
        for (int i = 0; i < generators; i++) {
            int receiver = i;
            Handle<Start> generator = system.create(() -> new Generator(receiver, dispatcher));
            generator.send(new Start(each));
        }
        List<Answer<Integer>> answers = receivers.stream()
                .map(receiver -> receiver.<Integer, Result>request(Receiver.RESULTS, Result::new, Patience.LIMIT))
                .toList();
        for (Answer<Integer> answer : answers) {
            Answers.same("messages in order", each, (int) answer.join());
        }
        dispatcher.send(new Stop());
    }

    private record Start(int messages) {}

    /** What the dispatcher is told. */
    private sealed interface ToDispatcher {}

    private record Pass(int receiver, int number) implements ToDispatcher {}

    private record Stop() implements ToDispatcher {}

    /** What a receiver is told. */
    private sealed interface ToReceiver {}

    private record Numbered(int number) implements ToReceiver {}

    private record Result(ReplyTo<Integer> asker) implements ToReceiver {}

    private static final class Generator extends Actor<Start> {
        private final int receiver;
        private final Handle<ToDispatcher> dispatcher;

        Generator(int receiver, Handle<ToDispatcher> dispatcher) {
            this.receiver = receiver;
            this.dispatcher = dispatcher;
        }

        @Override
        protected void process(Start start) {
            for (int i = 0; i < start.messages(); i++) {
                dispatcher.send(new Pass(receiver, i));
            }
            exit();
        }
    }

    private static final class Dispatcher extends Actor<ToDispatcher> {
        private final List<Handle<ToReceiver>> receivers;

        Dispatcher(List<Handle<ToReceiver>> receivers) {
            this.receivers = receivers;
        }

        @Override
        protected void process(ToDispatcher message) {
            switch (message) {
                case Pass(var receiver, var number) ->
                    receivers.get(receiver).send(Receiver.MAIL, new Numbered(number));
                case Stop() -> exit();
            }
        }
    }

    private static final class Receiver extends Selector<ToReceiver> {
        static final Mailbox<Numbered> MAIL = Mailbox.of("mail", Numbered.class);
        static final Mailbox<Result> RESULTS =
                Mailbox.of("results", Result.class).initiallyDisabled();

        private final int expected;
        private int received;
        private int inOrder;

        Receiver(int expected) {
            super(MAIL, RESULTS);
            this.expected = expected;
        }

        @Override
        protected void process(ToReceiver message) {
            switch (message) {
                case Numbered(var number) -> {
                    if (number == received) {
                        inOrder++;
                    }
                    received++;
                    if (received == expected) {
                        setEnabled(RESULTS, true);
                    }
                }
                case Result(var asker) -> {
                    asker.reply(inOrder);
                    exit();
                }
            }
        }
    }
}
