package org.sojourn.bench.pekko.micro;

import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;
import org.sojourn.bench.Twin;
import org.sojourn.bench.work.Sine;

/** ForkJoinCreation for Pekko. */
public final class ForkJoinCreationTwin implements Twin {
    private static final int DEFAULT_WORKERS = 40_000;

    private final int workers;

    /** The suite's parameters. */
    public ForkJoinCreationTwin() {
        this(DEFAULT_WORKERS);
    }

    /**
     * Other parameters.
     *
     * @param workers how many workers, at least 1
     */
    public ForkJoinCreationTwin(int workers) {
        this.workers = workers;
    }

    @Override
    public String name() {
        return "ForkJoinCreation";
    }

    @Override
    public void iterate(ActorSystem system) {
        ActorRef master = system.actorOf(Props.create(Master.class, () -> new Master(workers)));
        Sine.check(workers, ForkJoin.run(master));
    }

    private enum Work {
        ONLY
    }

    private static final class Master extends ForkJoin {
        private final int workers;

        Master(int workers) {
            super(workers);
            this.workers = workers;
        }

        @Override
        void fork() {
            Props props = Props.create(Worker.class, Worker::new);
            for (int i = 0; i < workers; i++) {
                getContext().actorOf(props).tell(Work.ONLY, getSelf());
            }
        }
    }

    private static final class Worker extends UntypedAbstractActor {
        @Override
        public void onReceive(Object message) {
            if (message == Work.ONLY) {
                getSender().tell(new ForkJoin.Done(Sine.square()), getSelf());
                getContext().stop(getSelf());
            } else {
                unhandled(message);
            }
        }
    }
}
