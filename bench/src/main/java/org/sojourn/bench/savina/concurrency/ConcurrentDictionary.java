package org.sojourn.bench.savina.concurrency;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.sojourn.bench.Benchmark;
import org.sojourn.bench.Family;
import org.sojourn.bench.savina.micro.Patience;
import org.sojourn.bench.work.DictionaryTraffic;
import org.sojourn.bench.work.Expected;
import org.sojourn.bench.work.Outcome;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.SelectorSystem;

/** Workers read and write one dictionary, each its next entry when it has got the last. */
public final class ConcurrentDictionary implements Benchmark {
    private static final int DEFAULT_WORKERS = 20;
    private static final int DEFAULT_REQUESTS = 10_000;
    private static final int DEFAULT_WRITE_PERCENT = 10;

    private final int workers;
    private final int perWorker;
    private final int writePercent;
    private final Expected<Outcome.Contents> contents;

    /** The suite's parameters. */
    public ConcurrentDictionary() {
        this(DEFAULT_WORKERS, DEFAULT_REQUESTS, DEFAULT_WRITE_PERCENT);
    }

    /**
     * Other parameters.
     *
     * @param workers how many workers, at least 1
     * @param perWorker requests of each
     * @param writePercent how many of a hundred are writes
     */
    public ConcurrentDictionary(int workers, int perWorker, int writePercent) {
        this.workers = workers;
        this.perWorker = perWorker;
        this.writePercent = writePercent;
        this.contents = new Expected<>(() -> DictionaryTraffic.contents(workers, perWorker, writePercent));
    }

    @Override
    public String name() {
        return "ConcurrentDictionary";
    }

    @Override
    public Family family() {
        return Family.CONCURRENCY;
    }

    @Override
    public String parameters() {
        return "%d workers x %,d requests, %d %% writes".formatted(workers, perWorker, writePercent);
    }

    @Override
    public long messages() {
        // To each worker the word to start and what it has asked for, from each its requests and a report. The end of
        // the dictionary and its answer; the question for the result and its answer.
        return workers * (2L + 2L * perWorker) + 2 + 2;
    }

    @Override
    public String answer() {
        return "that each reply fits its key; the keys changed, against the writes; the size";
    }

    @Override
    public void iterate(SelectorSystem system) {
        Handle<Crowd.Message> master = system.create(() -> new Master(workers, perWorker, writePercent));
        Crowd.outcome(master).check((long) workers * perWorker, contents.get());
    }

    /** What the dictionary is told. */
    private sealed interface Request {}

    private record Write(int key, int value, Handle<Worker.Message> worker) implements Request {}

    private record Read(int key, Handle<Worker.Message> worker) implements Request {}

    private record End(ReplyTo<Outcome.Contents> asker) implements Request {}

    private static final class Master extends Crowd {
        private final int perWorker;
        private final int writePercent;
        private final Handle<Request> dictionary = create(Dictionary::new);

        Master(int workers, int perWorker, int writePercent) {
            super(workers);
            this.perWorker = perWorker;
            this.writePercent = writePercent;
        }

        @Override
        Handle<Worker.Message> worker(int index) {
            Handle<Message> master = self();
            Handle<Request> shared = dictionary;
            int requests = perWorker;
            int percent = writePercent;
            return create(() -> new Reader(master, requests, shared, new DictionaryTraffic(index, percent)));
        }

        @Override
        CompletableFuture<Outcome.Contents> end() {
            return dictionary.request(End::new, Patience.LIMIT);
        }
    }

    private static final class Reader extends Worker {
        private final Handle<Request> dictionary;
        private final DictionaryTraffic traffic;
        private int key;

        Reader(Handle<Crowd.Message> master, int requests, Handle<Request> dictionary, DictionaryTraffic traffic) {
            super(master, requests);
            this.dictionary = dictionary;
            this.traffic = traffic;
        }

        @Override
        void ask() {
            boolean write = traffic.isWrite();
            key = traffic.key();
            dictionary.send(write ? new Write(key, traffic.value(key), self()) : new Read(key, self()));
        }

        @Override
        boolean fits(int value) {
            return DictionaryTraffic.fits(key, value);
        }
    }

    private static final class Dictionary extends Actor<Request> {
        private final Map<Integer, Integer> values = new HashMap<>(DictionaryTraffic.initial());
        private int changed;

        @Override
        protected void process(Request message) {
            switch (message) {
                case Write(var key, var value, var worker) -> {
                    if (key == values.put(key, value)) {
                        changed++;
                    }
                    worker.send(new Worker.Reply(value));
                }
                case Read(var key, var worker) ->
                    worker.send(new Worker.Reply(values.getOrDefault(key, DictionaryTraffic.ABSENT)));
                case End(var asker) -> {
                    asker.reply(new Outcome.Contents(values.size(), changed));
                    exit();
                }
            }
        }
    }
}
