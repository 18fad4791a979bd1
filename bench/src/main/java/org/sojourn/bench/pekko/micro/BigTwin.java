package org.sojourn.bench.pekko.micro;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;
import org.sojourn.bench.Answers;
import org.sojourn.bench.Twin;

/** Big for Pekko. */
public final class BigTwin implements Twin {
    private static final int DEFAULT_PINGS = 20_000;
    private static final int DEFAULT_ACTORS = 120;

    private final int pings;
    private final int actors;

    /** The suite's parameters. */
    public BigTwin() {
        this(DEFAULT_PINGS, DEFAULT_ACTORS);
    }

    /**
     * Other parameters.
     *
     * @param pings how many each sends
     * @param actors how many actors there are, at least 1
     */
    public BigTwin(int pings, int actors) {
        this.pings = pings;
        this.actors = actors;
    }

    @Override
    public String name() {
        return "Big";
    }

    @Override
    public void iterate(ActorSystem system) {
        ActorRef sink = system.actorOf(Props.create(Sink.class, () -> new Sink(actors)));
        List<ActorRef> peers = IntStream.range(0, actors)
                .mapToObj(id -> system.actorOf(Props.create(Peer.class, () -> new Peer(id, pings, sink))))
                .toList();
        Neighbours neighbours = new Neighbours(peers);
        sink.tell(neighbours, ActorRef.noSender());
        peers.forEach(peer -> peer.tell(neighbours, ActorRef.noSender()));
        peers.forEach(peer -> peer.tell(Order.START, ActorRef.noSender()));
        Answers.same("pongs", (long) actors * pings, Question.number(sink, Order.RESULT));
    }

    private enum Order {
        START,
        END,
        RESULT
    }

    private record Neighbours(List<ActorRef> peers) {}

    private record Ping(int from) {}

    private record Pong(int from) {}

    private record Done(int pongs) {}

    private static final class Peer extends UntypedAbstractActor {
        private final ActorRef sink;
        private final SplittableRandom random;
        // As in the suite, one ping and one pong do for an actor's whole life.
        private final Ping myPing;
        private final Pong myPong;
        private List<ActorRef> peers = List.of();
        private int left;
        private int expected;
        private int pongs;

        Peer(int id, int pings, ActorRef sink) {
            this.left = pings;
            this.sink = sink;
            this.random = new SplittableRandom(id);
            this.myPing = new Ping(id);
            this.myPong = new Pong(id);
        }

        @Override
        public void onReceive(Object message) {
            switch (message) {
                case Ping(var from) -> peers.get(from).tell(myPong, getSelf());
                case Pong(var from) -> {
                    if (from == expected) {
                        pongs++;
                    }
                    next();
                }
                case Neighbours(var all) -> peers = all;
                case Order.START -> next();
                case Order.END -> getContext().stop(getSelf());
                default -> unhandled(message);
            }
        }

        private void next() {
            if (left == 0) {
                sink.tell(new Done(pongs), getSelf());
            } else {
                left--;
                expected = random.nextInt(peers.size());
                peers.get(expected).tell(myPing, getSelf());
            }
        }
    }

    /** Ends the peers when all have got their pongs: until then one that is done itself has others to answer. */
    private static final class Sink extends UntypedAbstractActor {
        private List<ActorRef> peers = List.of();
        private int working;
        private long pongs;
        private ActorRef asker = getContext().getSystem().deadLetters();
        private boolean asked;

        Sink(int actors) {
            this.working = actors;
        }

        @Override
        public void onReceive(Object message) {
            switch (message) {
                case Neighbours(var all) -> peers = all;
                case Done(var got) -> {
                    pongs += got;
                    working--;
                    answerWhenDone();
                }
                case Order.RESULT -> {
                    asker = getSender();
                    asked = true;
                    answerWhenDone();
                }
                default -> unhandled(message);
            }
        }

        private void answerWhenDone() {
            if (asked && working == 0) {
                peers.forEach(peer -> peer.tell(Order.END, getSelf()));
                asker.tell(pongs, getSelf());
                getContext().stop(getSelf());
            }
        }
    }
}
