package org.sojourn.bench.savina.concurrency;

import java.util.concurrent.CompletableFuture;
import org.sojourn.bench.Benchmark;
import org.sojourn.bench.Family;
import org.sojourn.bench.savina.micro.Patience;
import org.sojourn.bench.work.Expected;
import org.sojourn.bench.work.Outcome;
import org.sojourn.bench.work.SortedListTraffic;
import org.sojourn.bench.work.SortedListTraffic.Mix;
import org.sojourn.bench.work.SortedNumbers;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.SelectorSystem;

/** Workers add to one sorted list, search it and ask for its size, each its next when it has got the last reply. */
public final class ConcurrentSortedList implements Benchmark {
    private static final int DEFAULT_WORKERS = 20;
    private static final int DEFAULT_REQUESTS = 8_000;
    private static final Mix DEFAULT_MIX = new Mix(10, 1);

    private final int workers;
    private final int perWorker;
    private final Mix mix;
    private final Expected<Outcome.Contents> contents;

    /** The suite's parameters. */
    public ConcurrentSortedList() {
        this(DEFAULT_WORKERS, DEFAULT_REQUESTS, DEFAULT_MIX);
    }

    /**
     * Other parameters.
     *
     * @param workers how many workers, at least 1
     * @param perWorker requests of each
     * @param mix of which kinds
     */
    public ConcurrentSortedList(int workers, int perWorker, Mix mix) {
        this.workers = workers;
        this.perWorker = perWorker;
        this.mix = mix;
        this.contents = new Expected<>(() -> SortedListTraffic.contents(workers, perWorker, mix));
    }

    @Override
    public String name() {
        return "ConcurrentSortedList";
    }

    @Override
    public Family family() {
        return Family.CONCURRENCY;
    }

    @Override
    public String parameters() {
        return "%d workers x %,d requests, %d %% writes, %d %% size"
                .formatted(workers, perWorker, mix.writePercent(), mix.sizePercent());
    }

    @Override
    public long messages() {
        // To each worker the word to start and its replies, from each its requests and a report. The end of the list
        // and its answer; the question for the result and its answer.
        return workers * (2L + 2L * perWorker) + 2 + 2;
    }

    @Override
    public String answer() {
        return "that each reply can be right; the list's size, order and sum at the end";
    }

    @Override
    public void iterate(SelectorSystem system) {
        Handle<Crowd.Message> master = system.create(() -> new Master(workers, perWorker, mix));
        Crowd.outcome(master).check((long) workers * perWorker, contents.get());
    }

    /** What the list is told. */
    private sealed interface Request {}

    private record Size(Handle<Worker.Message> worker) implements Request {}

    private record Write(int number, Handle<Worker.Message> worker) implements Request {}

    private record Contains(int number, Handle<Worker.Message> worker) implements Request {}

    private record End(ReplyTo<Outcome.Contents> asker) implements Request {}

    private static final class Master extends Crowd {
        private final int perWorker;
        private final Mix mix;
        private final Handle<Request> list = create(SortedList::new);

        Master(int workers, int perWorker, Mix mix) {
            super(workers);
            this.perWorker = perWorker;
            this.mix = mix;
        }

        @Override
        Handle<Worker.Message> worker(int index) {
            Handle<Message> master = self();
            Handle<Request> shared = list;
            int requests = perWorker;
            Mix kinds = mix;
            return create(() -> new Reader(master, requests, shared, new SortedListTraffic(index, kinds)));
        }

        @Override
        CompletableFuture<Outcome.Contents> end() {
            return list.request(End::new, Patience.LIMIT);
        }
    }

    private static final class Reader extends Worker {
        private final Handle<Request> list;
        private final SortedListTraffic traffic;

        Reader(Handle<Crowd.Message> master, int requests, Handle<Request> list, SortedListTraffic traffic) {
            super(master, requests);
            this.list = list;
            this.traffic = traffic;
        }

        @Override
        void ask() {
            list.send(
                    switch (traffic.next()) {
                        case SIZE -> new Size(self());
                        case WRITE -> new Write(traffic.number(), self());
                        case CONTAINS -> new Contains(traffic.number(), self());
                    });
        }

        @Override
        boolean fits(int value) {
            return traffic.fits(value);
        }
    }

    private static final class SortedList extends Actor<Request> {
        private final SortedNumbers numbers = new SortedNumbers();

        @Override
        protected void process(Request message) {
            switch (message) {
                case Size(var worker) -> worker.send(new Worker.Reply(numbers.size()));
                case Write(var number, var worker) -> {
                    numbers.add(number);
                    worker.send(new Worker.Reply(number));
                }
                case Contains(var number, var worker) ->
                    worker.send(new Worker.Reply(
                            numbers.contains(number) ? SortedListTraffic.FOUND : SortedListTraffic.MISSING));
                case End(var asker) -> {
                    asker.reply(numbers.contents());
                    exit();
                }
            }
        }
    }
}
