package org.sojourn.bench.pekko.parallelism;

import java.util.List;
import java.util.stream.Stream;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;
import org.sojourn.bench.Answers;
import org.sojourn.bench.Twin;
import org.sojourn.bench.pekko.micro.Question;
import org.sojourn.bench.work.Queens;

/**
 * N-Queens for Pekko. Without priorities, for which Pekko would have a sorted queue behind a lock: what a worker sends
 * arrives in order, so nothing is on its way when the last is done.
 */
public final class NQueensTwin implements Twin {
    private static final int DEFAULT_WORKERS = 20;
    private static final int DEFAULT_SIZE = 12;
    private static final int DEFAULT_THRESHOLD = 4;

    private final int workers;
    private final int size;
    private final int threshold;

    /** The suite's parameters. */
    public NQueensTwin() {
        this(DEFAULT_WORKERS, DEFAULT_SIZE, DEFAULT_THRESHOLD);
    }

    /**
     * Other parameters.
     *
     * @param workers how many workers, at least 1
     * @param size of the board, 1 to 14
     * @param threshold how many rows are shared out
     */
    public NQueensTwin(int workers, int size, int threshold) {
        this.workers = workers;
        this.size = size;
        this.threshold = threshold;
    }

    @Override
    public String name() {
        return "N-Queens";
    }

    @Override
    public void iterate(ActorSystem system) {
        ActorRef master = system.actorOf(Props.create(Master.class, () -> new Master(workers, size, threshold)));
        Answers.same("solutions", Queens.solutions(size), Question.number(master, Order.RESULT));
    }

    private enum Order {
        STOP,
        RESULT
    }

    private enum Report {
        SOLUTION,
        DONE,
        STOPPED
    }

    private record Board(int[] queens) {}

    private static final class Master extends UntypedAbstractActor {
        private final ActorRef nobody = getContext().getSystem().deadLetters();
        private final List<ActorRef> workers;
        private int handedOut;
        private int done;
        private int stopped;
        private long solutions;
        private ActorRef asker = nobody;

        Master(int workers, int size, int threshold) {
            Props props = Props.create(Worker.class, () -> new Worker(getSelf(), size, threshold));
            this.workers = Stream.generate(() -> getContext().actorOf(props))
                    .limit(workers)
                    .toList();
        }

        @Override
        public void preStart() {
            handOut(new Board(new int[0]));
        }

        @Override
        public void onReceive(Object message) {
            switch (message) {
                case Report.SOLUTION -> solutions++;
                case Board board -> handOut(board);
                case Report.DONE -> {
                    done++;
                    if (done == handedOut) {
                        workers.forEach(worker -> worker.tell(Order.STOP, getSelf()));
                    }
                }
                case Report.STOPPED -> {
                    stopped++;
                    answerWhenStopped();
                }
                case Order.RESULT -> {
                    asker = getSender();
                    answerWhenStopped();
                }
                default -> unhandled(message);
            }
        }

        private void handOut(Board board) {
            workers.get(handedOut % workers.size()).tell(board, getSelf());
            handedOut++;
        }

        private void answerWhenStopped() {
            if (stopped == workers.size() && asker != nobody) {
                asker.tell(solutions, getSelf());
                getContext().stop(getSelf());
            }
        }
    }

    private static final class Worker extends UntypedAbstractActor {
        private final ActorRef master;
        private final int size;
        private final int threshold;

        Worker(ActorRef master, int size, int threshold) {
            this.master = master;
            this.size = size;
            this.threshold = threshold;
        }

        @Override
        public void onReceive(Object message) {
            switch (message) {
                case Board(var queens) -> {
                    if (queens.length < Math.min(threshold, size)) {
                        Queens.extend(queens, size, longer -> master.tell(new Board(longer), getSelf()));
                    } else {
                        Queens.solve(queens, size, () -> master.tell(Report.SOLUTION, getSelf()));
                    }
                    master.tell(Report.DONE, getSelf());
                }
                case Order.STOP -> {
                    master.tell(Report.STOPPED, getSelf());
                    getContext().stop(getSelf());
                }
                default -> unhandled(message);
            }
        }
    }
}
