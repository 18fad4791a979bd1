package org.sojourn.bench.savina.micro;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.sojourn.bench.Answers;
import org.sojourn.bench.Benchmark;
import org.sojourn.bench.Family;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.Selector;
import org.sojourn.selectors.SelectorSystem;

/** Many actors send pings to each other at random; each sends the next when it has got its pong. */
public final class Big implements Benchmark {
    private static final int DEFAULT_PINGS = 20_000;
    private static final int DEFAULT_ACTORS = 120;

    private final int pings;
    private final int actors;

    /** The suite's parameters. */
    public Big() {
        this(DEFAULT_PINGS, DEFAULT_ACTORS);
    }

    /**
     * Other parameters.
     *
     * @param pings how many each sends
     * @param actors how many actors there are, at least 1
     */
    public Big(int pings, int actors) {
        this.pings = pings;
        this.actors = actors;
    }

    @Override
    public String name() {
        return "Big";
    }

    @Override
    public Family family() {
        return Family.MICRO;
    }

    @Override
    public String parameters() {
        return "%,d pings x %d actors".formatted(pings, actors);
    }

    @Override
    public long messages() {
        // To each actor: its neighbours and the word to start, pings, pongs, the end; and from each one report. The
        // sink is told its neighbours; the question for the result and its answer.
        return actors * (2L + 2L * pings + 2) + 1 + 2;
    }

    @Override
    public String answer() {
        return "the pongs that came from the one that was asked";
    }

    @Override
    public void iterate(SelectorSystem system) {
        Handle<ToSink> sink = system.create(() -> new Sink(actors));
        List<Handle<ToPeer>> peers = IntStream.range(0, actors)
                .mapToObj(id -> system.<ToPeer>create(() -> new Peer(id, pings, sink)))
                .toList();
        Neighbours neighbours = new Neighbours(peers);
        sink.send(Sink.NEIGHBOURS, neighbours);
        peers.forEach(peer -> peer.send(neighbours));
        peers.forEach(peer -> peer.send(new Start()));
        long pongs = sink.<Long, Result>request(Sink.RESULTS, Result::new, Patience.LIMIT)
                .join();
        Answers.same("pongs", (long) actors * pings, pongs);
    }

    /** What one of the many is told. */
    private sealed interface ToPeer {}

    private record Neighbours(List<Handle<ToPeer>> peers) implements ToPeer, ToSink {}

    private record Start() implements ToPeer {}

    private record Ping(int from) implements ToPeer {}

    private record Pong(int from) implements ToPeer {}

    private record End() implements ToPeer {}

    /** What the sink is told. */
    private sealed interface ToSink {}

    private record Done(int pongs) implements ToSink {}

    private record Result(ReplyTo<Long> asker) implements ToSink {}

    private static final class Peer extends Actor<ToPeer> {
        private final Handle<ToSink> sink;
        private final SplittableRandom random;
        // As in the suite, one ping and one pong do for an actor's whole life.
        private final Ping myPing;
        private final Pong myPong;
        private List<Handle<ToPeer>> peers = List.of();
        private int left;
        private int expected;
        private int pongs;

        Peer(int id, int pings, Handle<ToSink> sink) {
            this.left = pings;
            this.sink = sink;
            this.random = new SplittableRandom(id);
            this.myPing = new Ping(id);
            this.myPong = new Pong(id);
        }

        @Override
        protected void process(ToPeer message) {
            switch (message) {
                case Neighbours(var all) -> peers = all;
                case Start() -> next();
                case Ping(var from) -> peers.get(from).send(myPong);
                case Pong(var from) -> {
                    if (from == expected) {
                        pongs++;
                    }
                    next();
                }
                case End() -> exit();
            }
        }

        private void next() {
            if (left == 0) {
                sink.send(Sink.REPORTS, new Done(pongs));
            } else {
                left--;
                expected = random.nextInt(peers.size());
                peers.get(expected).send(myPing);
            }
        }
    }

    /** Ends the peers when all have got their pongs: until then one that is done itself has others to answer. */
    private static final class Sink extends Selector<ToSink> {
        static final Mailbox<Neighbours> NEIGHBOURS = Mailbox.of("neighbours", Neighbours.class);
        static final Mailbox<Done> REPORTS = Mailbox.of("reports", Done.class);
        static final Mailbox<Result> RESULTS =
                Mailbox.of("results", Result.class).initiallyDisabled();

        private final int actors;
        private List<Handle<ToPeer>> peers = List.of();
        private int done;
        private long pongs;

        Sink(int actors) {
            super(NEIGHBOURS, REPORTS, RESULTS);
            this.actors = actors;
        }

        @Override
        protected void process(ToSink message) {
            switch (message) {
                case Neighbours(var all) -> peers = all;
                case Done(var got) -> {
                    pongs += got;
                    done++;
                    setEnabled(RESULTS, done == actors);
                }
                case Result(var asker) -> {
                    peers.forEach(peer -> peer.send(new End()));
                    asker.reply(pongs);
                    exit();
                }
            }
        }
    }
}
