package org.sojourn.bench.pekko.micro;

import java.util.List;
import java.util.stream.Stream;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;
import org.sojourn.bench.Answers;
import org.sojourn.bench.Twin;

/** ThreadRing for Pekko. */
public final class ThreadRingTwin implements Twin {
    private static final int DEFAULT_ACTORS = 100;
    private static final int DEFAULT_HOPS = 100_000;

    private final int actors;
    private final int hops;

    /** The suite's parameters. */
    public ThreadRingTwin() {
        this(DEFAULT_ACTORS, DEFAULT_HOPS);
    }

    /**
     * Other parameters.
     *
     * @param actors how many there are, at least 1
     * @param hops how often the token is passed on
     */
    public ThreadRingTwin(int actors, int hops) {
        this.actors = actors;
        this.hops = hops;
    }

    @Override
    public String name() {
        return "ThreadRing";
    }

    @Override
    public void iterate(ActorSystem system) {
        Props props = Props.create(Node.class, () -> new Node(actors));
        List<ActorRef> ring =
                Stream.generate(() -> system.actorOf(props)).limit(actors).toList();
        for (int i = 0; i < actors; i++) {
            ring.get(i).tell(new Link(ring.get((i + 1) % actors)), ActorRef.noSender());
        }
        Answers.same("tokens seen", hops + 1L, Question.number(ring.getFirst(), new Token(hops)));
    }

    private record Link(ActorRef next) {}

    private record Token(int hopsLeft) {}

    private record Exit(int actorsLeft, long seen) {}

    /** The sender of a token or an exit, passed on as it is, is whoever asked from outside. */
    private static final class Node extends UntypedAbstractActor {
        private final int actors;
        private ActorRef next = getSelf();
        private long seen;

        Node(int actors) {
            this.actors = actors;
        }

        @Override
        public void onReceive(Object message) {
            switch (message) {
                case Token(var hopsLeft) -> {
                    seen++;
                    next.tell(hopsLeft > 0 ? new Token(hopsLeft - 1) : new Exit(actors - 1, 0), getSender());
                }
                case Exit(var actorsLeft, var others) -> {
                    if (actorsLeft > 0) {
                        next.tell(new Exit(actorsLeft - 1, others + seen), getSender());
                    } else {
                        getSender().tell(others + seen, getSelf());
                    }
                    getContext().stop(getSelf());
                }
                case Link link -> next = link.next();
                default -> unhandled(message);
            }
        }
    }
}
