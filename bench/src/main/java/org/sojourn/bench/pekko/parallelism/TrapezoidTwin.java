package org.sojourn.bench.pekko.parallelism;

import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;
import org.sojourn.bench.Twin;
import org.sojourn.bench.pekko.micro.Question;
import org.sojourn.bench.work.Expected;
import org.sojourn.bench.work.TrapezoidRule;
import org.sojourn.bench.work.TrapezoidRule.Share;

/** Trapezoid for Pekko. */
public final class TrapezoidTwin implements Twin {
    private static final int DEFAULT_PIECES = 10_000_000;
    private static final int DEFAULT_WORKERS = 100;
    private static final Props WORKER = Props.create(Worker.class, Worker::new);

    private final int pieces;
    private final int workers;
    private final Expected<Double> integral = new Expected<>(TrapezoidRule::integral);

    /** The suite's parameters. */
    public TrapezoidTwin() {
        this(DEFAULT_PIECES, DEFAULT_WORKERS);
    }

    /**
     * Other parameters.
     *
     * @param pieces into how many pieces the interval is cut
     * @param workers how many workers share them, at least 1
     */
    public TrapezoidTwin(int pieces, int workers) {
        this.pieces = pieces;
        this.workers = workers;
    }

    @Override
    public String name() {
        return "Trapezoid";
    }

    @Override
    public void iterate(ActorSystem system) {
        ActorRef master = system.actorOf(Props.create(Master.class, () -> new Master(workers)));
        Share whole = TrapezoidRule.whole(pieces);
        master.tell(whole, ActorRef.noSender());
        TrapezoidRule.check(whole, integral.get(), Question.ask(master, Order.RESULT, Double.class));
    }

    private enum Order {
        RESULT
    }

    private record Area(double area) {}

    private static final class Master extends UntypedAbstractActor {
        private final ActorRef nobody = getContext().getSystem().deadLetters();
        private final int workers;
        private int working;
        private double sum;
        private ActorRef asker = nobody;

        Master(int workers) {
            this.workers = workers;
            this.working = workers;
        }

        @Override
        public void onReceive(Object message) {
            switch (message) {
                case Share whole -> {
                    for (int i = 0; i < workers; i++) {
                        getContext().actorOf(WORKER).tell(whole.part(i, workers), getSelf());
                    }
                }
                case Area(var area) -> {
                    sum += area;
                    working--;
                    answerWhenDone();
                }
                case Order.RESULT -> {
                    asker = getSender();
                    answerWhenDone();
                }
                default -> unhandled(message);
            }
        }

        private void answerWhenDone() {
            if (working == 0 && asker != nobody) {
                asker.tell(sum, getSelf());
                getContext().stop(getSelf());
            }
        }
    }

    private static final class Worker extends UntypedAbstractActor {
        @Override
        public void onReceive(Object message) {
            if (message instanceof Share share) {
                getSender().tell(new Area(share.area()), getSelf());
                getContext().stop(getSelf());
            } else {
                unhandled(message);
            }
        }
    }
}
