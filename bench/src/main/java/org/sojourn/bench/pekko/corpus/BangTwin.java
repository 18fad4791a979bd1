package org.sojourn.bench.pekko.corpus;

import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.UntypedAbstractActor;
import org.sojourn.bench.Answers;
import org.sojourn.bench.Twin;
import org.sojourn.bench.pekko.Answering;
import org.sojourn.bench.pekko.dispatch.Dispatchers;

/** bang for Pekko. */
public final class BangTwin implements Twin {
    private final int senders;
    private final int each;

    /**
     * Parameters.
     *
     * @param senders how many
     * @param each messages of each
     */
    public BangTwin(int senders, int each) {
        this.senders = senders;
        this.each = each;
    }

    @Override
    public String name() {
        return "bang";
    }

    @Override
    public void iterate(ActorSystem system) {
        ActorRef receiver =
                system.actorOf(Dispatchers.props(Receiver.class, () -> new Receiver((long) senders * each)));
        for (int i = 0; i < senders; i++) {
            ActorRef sender = system.actorOf(Dispatchers.props(Sender.class, () -> new Sender(receiver)));
            sender.tell(new Start(each), ActorRef.noSender());
        }
        Answers.same("messages", (long) senders * each, (long) Answering.result(receiver, Long.class));
    }

    private record Start(int messages) {}

    private record Hello() {}

    private static final class Sender extends UntypedAbstractActor {
        private final ActorRef receiver;

        Sender(ActorRef receiver) {
            this.receiver = receiver;
        }

        @Override
        public void onReceive(Object message) {
            if (!(message instanceof Start(var messages))) {
                unhandled(message);
                return;
            }
            for (int i = 0; i < messages; i++) {
                receiver.tell(new Hello(), getSelf());
            }
            getContext().stop(getSelf());
        }
    }

    private static final class Receiver extends Answering {
        private final long expected;
        private long received;

        Receiver(long expected) {
            this.expected = expected;
        }

        @Override
        protected void process(Object message) {
            if (!(message instanceof Hello)) {
                unhandled(message);
                return;
            }
            received++;
            if (received == expected) {
                finish(received);
            }
        }
    }
}
