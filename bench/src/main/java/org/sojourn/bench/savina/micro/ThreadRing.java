package org.sojourn.bench.savina.micro;

import java.util.List;
import java.util.stream.Stream;
import org.sojourn.bench.Answers;
import org.sojourn.bench.Benchmark;
import org.sojourn.bench.Family;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.SelectorSystem;

/** Actors in a ring pass a token on so many times; then the word to exit goes round. */
public final class ThreadRing implements Benchmark {
    private static final int DEFAULT_ACTORS = 100;
    private static final int DEFAULT_HOPS = 100_000;

    private final int actors;
    private final int hops;

    /** The suite's parameters. */
    public ThreadRing() {
        this(DEFAULT_ACTORS, DEFAULT_HOPS);
    }

    /**
     * Other parameters.
     *
     * @param actors how many there are, at least 1
     * @param hops how often the token is passed on
     */
    public ThreadRing(int actors, int hops) {
        this.actors = actors;
        this.hops = hops;
    }

    @Override
    public String name() {
        return "ThreadRing";
    }

    @Override
    public Family family() {
        return Family.MICRO;
    }

    @Override
    public String parameters() {
        return "%d actors, %,d hops".formatted(actors, hops);
    }

    @Override
    public long messages() {
        // The links of the ring, the token as it comes in and its hops, exits, and the answer.
        return actors + 1L + hops + actors + 1;
    }

    @Override
    public String answer() {
        return "the tokens that all actors have seen";
    }

    @Override
    public void iterate(SelectorSystem system) {
        List<Handle<Message>> ring = Stream.generate(() -> system.<Message>create(() -> new Node(actors)))
                .limit(actors)
                .toList();
        for (int i = 0; i < actors; i++) {
            ring.get(i).send(new Link(ring.get((i + 1) % actors)));
        }
        long seen = ring.getFirst()
                .<Long>request(asker -> new Token(hops, asker), Patience.LIMIT)
                .join();
        Answers.same("tokens seen", hops + 1L, seen);
    }

    /** What an actor of the ring is told. */
    private sealed interface Message {}

    private record Link(Handle<Message> next) implements Message {}

    private record Token(int hopsLeft, ReplyTo<Long> asker) implements Message {}

    private record Exit(int actorsLeft, long seen, ReplyTo<Long> asker) implements Message {}

    private static final class Node extends Actor<Message> {
        private final int actors;
        private Handle<Message> next = self();
        private long seen;

        Node(int actors) {
            this.actors = actors;
        }

        @Override
        protected void process(Message message) {
            switch (message) {
                case Link link -> next = link.next();
                case Token(var hopsLeft, var asker) -> {
                    seen++;
                    next.send(hopsLeft > 0 ? new Token(hopsLeft - 1, asker) : new Exit(actors - 1, 0, asker));
                }
                case Exit(var actorsLeft, var others, var asker) -> {
                    if (actorsLeft > 0) {
                        next.send(new Exit(actorsLeft - 1, others + seen, asker));
                    } else {
                        asker.reply(others + seen);
                    }
                    exit();
                }
            }
        }
    }
}
