package org.sojourn.bench.pekko.concurrency;

import java.util.HashMap;
import java.util.Map;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.UntypedAbstractActor;
import org.sojourn.bench.Twin;
import org.sojourn.bench.pekko.dispatch.Dispatchers;
import org.sojourn.bench.work.DictionaryTraffic;
import org.sojourn.bench.work.Expected;
import org.sojourn.bench.work.Outcome;

/** ConcurrentDictionary for Pekko. */
public final class ConcurrentDictionaryTwin implements Twin {
    private static final int DEFAULT_WORKERS = 20;
    private static final int DEFAULT_REQUESTS = 10_000;
    private static final int DEFAULT_WRITE_PERCENT = 10;

    private final int workers;
    private final int perWorker;
    private final int writePercent;
    private final Expected<Outcome.Contents> contents;

    /** The suite's parameters. */
    public ConcurrentDictionaryTwin() {
        this(DEFAULT_WORKERS, DEFAULT_REQUESTS, DEFAULT_WRITE_PERCENT);
    }

    /**
     * Other parameters.
     *
     * @param workers how many workers, at least 1
     * @param perWorker requests of each
     * @param writePercent how many of a hundred are writes
     */
    public ConcurrentDictionaryTwin(int workers, int perWorker, int writePercent) {
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
    public void iterate(ActorSystem system) {
        ActorRef master =
                system.actorOf(Dispatchers.props(Master.class, () -> new Master(workers, perWorker, writePercent)));
        Crowd.outcome(master).check((long) workers * perWorker, contents.get());
    }

    private record Write(int key, int value) {}

    private record Read(int key) {}

    private static final class Master extends Crowd {
        private final int perWorker;
        private final int writePercent;
        private final ActorRef dictionary = getContext().actorOf(Dispatchers.props(Dictionary.class, Dictionary::new));

        Master(int workers, int perWorker, int writePercent) {
            super(workers);
            this.perWorker = perWorker;
            this.writePercent = writePercent;
        }

        @Override
        ActorRef worker(int index) {
            ActorRef master = getSelf();
            var traffic = new DictionaryTraffic(index, writePercent);
            return getContext()
                    .actorOf(Dispatchers.props(Reader.class, () -> new Reader(master, perWorker, dictionary, traffic)));
        }

        @Override
        ActorRef collection() {
            return dictionary;
        }
    }

    private static final class Reader extends Worker {
        private final ActorRef dictionary;
        private final DictionaryTraffic traffic;
        private int key;

        Reader(ActorRef master, int requests, ActorRef dictionary, DictionaryTraffic traffic) {
            super(master, requests);
            this.dictionary = dictionary;
            this.traffic = traffic;
        }

        @Override
        void ask() {
            boolean write = traffic.isWrite();
            key = traffic.key();
            dictionary.tell(write ? new Write(key, traffic.value(key)) : new Read(key), getSelf());
        }

        @Override
        boolean fits(int value) {
            return DictionaryTraffic.fits(key, value);
        }
    }

    private static final class Dictionary extends UntypedAbstractActor {
        private final Map<Integer, Integer> values = new HashMap<>(DictionaryTraffic.initial());
        private int changed;

        @Override
        public void onReceive(Object message) {
            switch (message) {
                case Read(var key) ->
                    getSender().tell(new Worker.Reply(values.getOrDefault(key, DictionaryTraffic.ABSENT)), getSelf());
                case Write(var key, var value) -> {
                    if (key == values.put(key, value)) {
                        changed++;
                    }
                    getSender().tell(new Worker.Reply(value), getSelf());
                }
                case Crowd.End() -> {
                    getSender().tell(new Outcome.Contents(values.size(), changed), getSelf());
                    getContext().stop(getSelf());
                }
                default -> unhandled(message);
            }
        }
    }
}
