package org.sojourn.bench.pekko.micro;

import java.util.List;
import java.util.stream.Stream;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;
import org.sojourn.bench.Twin;
import org.sojourn.bench.work.Sine;

/** ForkJoinThroughput for Pekko. */
public final class ForkJoinThroughputTwin implements Twin {
    private static final int DEFAULT_MESSAGES = 10_000;
    private static final int DEFAULT_WORKERS = 60;

    private final int perWorker;
    private final int workers;

    /** The suite's parameters. */
    public ForkJoinThroughputTwin() {
        this(DEFAULT_MESSAGES, DEFAULT_WORKERS);
    }

    /**
     * Other parameters.
     *
     * @param perWorker messages to each worker, at least 1
     * @param workers how many workers, at least 1
     */
    public ForkJoinThroughputTwin(int perWorker, int workers) {
        this.perWorker = perWorker;
        this.workers = workers;
    }

    @Override
    public String name() {
        return "ForkJoinThroughput";
    }

    @Override
    public void iterate(ActorSystem system) {
        ActorRef master = system.actorOf(Props.create(Master.class, () -> new Master(perWorker, workers)));
        Sine.check((long) perWorker * workers, ForkJoin.run(master));
    }

    private enum Work {
        ONLY
    }

    private static final class Master extends ForkJoin {
        private final int perWorker;
        private final int workers;

        Master(int perWorker, int workers) {
            super(workers);
            this.perWorker = perWorker;
            this.workers = workers;
        }

        @Override
        void fork() {
            Props props = Props.create(Worker.class, () -> new Worker(perWorker));
            List<ActorRef> all = Stream.generate(() -> getContext().actorOf(props))
                    .limit(workers)
                    .toList();
            for (int i = 0; i < perWorker; i++) {
                for (ActorRef worker : all) {
                    worker.tell(Work.ONLY, getSelf());
                }
            }
        }
    }

    private static final class Worker extends UntypedAbstractActor {
        private int left;
        private double sum;

        Worker(int left) {
            this.left = left;
        }

        @Override
        public void onReceive(Object message) {
            if (message == Work.ONLY) {
                sum += Sine.square();
                left--;
                if (left == 0) {
                    getSender().tell(new ForkJoin.Done(sum), getSelf());
                    getContext().stop(getSelf());
                }
            } else {
                unhandled(message);
            }
        }
    }
}
