package org.sojourn.bench.pekko.corpus;

import java.util.ArrayList;
import java.util.List;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.UntypedAbstractActor;
import org.sojourn.bench.Answers;
import org.sojourn.bench.Twin;
import org.sojourn.bench.pekko.Answering;
import org.sojourn.bench.pekko.dispatch.Dispatchers;

/** serialmsg for Pekko. */
public final class SerialMessagesTwin implements Twin {
    private final int generators;
    private final int each;

    /**
     * Parameters.
     *
     * @param generators how many, with as many receivers
     * @param each messages of each
     */
    public SerialMessagesTwin(int generators, int each) {
        this.generators = generators;
        this.each = each;
    }

    @Override
    public String name() {
        return "serialmsg";
    }

    @Override
    public void iterate(ActorSystem system) {
        List<ActorRef> receivers = new ArrayList<>();
        for (int i = 0; i < generators; i++) {
            receivers.add(system.actorOf(Dispatchers.props(Receiver.class, () -> new Receiver(each))));
        }
        ActorRef dispatcher = system.actorOf(Dispatchers.props(Dispatcher.class, () -> new Dispatcher(receivers)));
        for (int i = 0; i < generators; i++) {
            int receiver = i;
            ActorRef generator =
                    system.actorOf(Dispatchers.props(Generator.class, () -> new Generator(receiver, dispatcher)));
            generator.tell(new Start(each), ActorRef.noSender());
        }
        for (ActorRef receiver : receivers) {
            Answers.same("messages in order", each, (int) Answering.result(receiver, Integer.class));
        }
        dispatcher.tell(new Stop(), ActorRef.noSender());
    }

    private record Start(int messages) {}

    private record Pass(int receiver, int number) {}

    private record Numbered(int number) {}

    private record Stop() {}

    private static final class Generator extends UntypedAbstractActor {
        private final int receiver;
        private final ActorRef dispatcher;

        Generator(int receiver, ActorRef dispatcher) {
            this.receiver = receiver;
            this.dispatcher = dispatcher;
        }

        @Override
        public void onReceive(Object message) {
            if (!(message instanceof Start(var messages))) {
                unhandled(message);
                return;
            }
            for (int i = 0; i < messages; i++) {
                dispatcher.tell(new Pass(receiver, i), getSelf());
            }
            getContext().stop(getSelf());
        }
    }

    private static final class Dispatcher extends UntypedAbstractActor {
        private final List<ActorRef> receivers;

        Dispatcher(List<ActorRef> receivers) {
            this.receivers = receivers;
        }

        @Override
        public void onReceive(Object message) {
            switch (message) {
                case Pass(var receiver, var number) -> receivers.get(receiver).tell(new Numbered(number), getSelf());
                case Stop() -> getContext().stop(getSelf());
                default -> unhandled(message);
            }
        }
    }

    private static final class Receiver extends Answering {
        private final int expected;
        private int received;
        private int inOrder;

        Receiver(int expected) {
            this.expected = expected;
        }

        @Override
        protected void process(Object message) {
            if (!(message instanceof Numbered(var number))) {
                unhandled(message);
                return;
            }
            if (number == received) {
                inOrder++;
            }
            received++;
            if (received == expected) {
                finish(inOrder);
            }
        }
    }
}
