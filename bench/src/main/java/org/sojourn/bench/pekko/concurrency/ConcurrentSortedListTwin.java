package org.sojourn.bench.pekko.concurrency;

import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.UntypedAbstractActor;
import org.sojourn.bench.Twin;
import org.sojourn.bench.pekko.dispatch.Dispatchers;
import org.sojourn.bench.work.Expected;
import org.sojourn.bench.work.Outcome;
import org.sojourn.bench.work.SortedListTraffic;
import org.sojourn.bench.work.SortedListTraffic.Mix;
import org.sojourn.bench.work.SortedNumbers;

/** ConcurrentSortedList for Pekko. */
public final class ConcurrentSortedListTwin implements Twin {
    private static final int DEFAULT_WORKERS = 20;
    private static final int DEFAULT_REQUESTS = 8_000;
    private static final Mix DEFAULT_MIX = new Mix(10, 1);

    private final int workers;
    private final int perWorker;
    private final Mix mix;
    private final Expected<Outcome.Contents> contents;

    /** The suite's parameters. */
    public ConcurrentSortedListTwin() {
        this(DEFAULT_WORKERS, DEFAULT_REQUESTS, DEFAULT_MIX);
    }

    /**
     * Other parameters.
     *
     * @param workers how many workers, at least 1
     * @param perWorker requests of each
     * @param mix of which kinds
     */
    public ConcurrentSortedListTwin(int workers, int perWorker, Mix mix) {
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
    public void iterate(ActorSystem system) {
        ActorRef master = system.actorOf(Dispatchers.props(Master.class, () -> new Master(workers, perWorker, mix)));
        Crowd.outcome(master).check((long) workers * perWorker, contents.get());
    }

    private record Size() {}

    private record Write(int number) {}

    private record Contains(int number) {}

    private static final class Master extends Crowd {
        private final int perWorker;
        private final Mix mix;
        private final ActorRef list = getContext().actorOf(Dispatchers.props(SortedList.class, SortedList::new));

        Master(int workers, int perWorker, Mix mix) {
            super(workers);
            this.perWorker = perWorker;
            this.mix = mix;
        }

        @Override
        ActorRef worker(int index) {
            ActorRef master = getSelf();
            var traffic = new SortedListTraffic(index, mix);
            return getContext()
                    .actorOf(Dispatchers.props(Reader.class, () -> new Reader(master, perWorker, list, traffic)));
        }

        @Override
        ActorRef collection() {
            return list;
        }
    }

    private static final class Reader extends Worker {
        private final ActorRef list;
        private final SortedListTraffic traffic;

        Reader(ActorRef master, int requests, ActorRef list, SortedListTraffic traffic) {
            super(master, requests);
            this.list = list;
            this.traffic = traffic;
        }

        @Override
        void ask() {
            Record request = switch (traffic.next()) {
                case SIZE -> new Size();
                case WRITE -> new Write(traffic.number());
                case CONTAINS -> new Contains(traffic.number());
            };
            list.tell(request, getSelf());
        }

        @Override
        boolean fits(int value) {
            return traffic.fits(value);
        }
    }

    private static final class SortedList extends UntypedAbstractActor {
        private final SortedNumbers numbers = new SortedNumbers();

        @Override
        public void onReceive(Object message) {
            switch (message) {
                case Contains(var number) ->
                    reply(numbers.contains(number) ? SortedListTraffic.FOUND : SortedListTraffic.MISSING);
                case Write(var number) -> {
                    numbers.add(number);
                    reply(number);
                }
                case Size() -> reply(numbers.size());
                case Crowd.End() -> {
                    getSender().tell(numbers.contents(), getSelf());
                    getContext().stop(getSelf());
                }
                default -> unhandled(message);
            }
        }

        private void reply(int value) {
            getSender().tell(new Worker.Reply(value), getSelf());
        }
    }
}
