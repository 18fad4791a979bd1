package org.sojourn.bench.pekko.corpus;

import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.UntypedAbstractActor;
import org.sojourn.bench.Answers;
import org.sojourn.bench.Twin;
import org.sojourn.bench.pekko.Answering;
import org.sojourn.bench.pekko.dispatch.Dispatchers;
import org.sojourn.bench.work.Expected;
import org.sojourn.bench.work.MandelbrotSet;

/** mbrot for Pekko. */
public final class MandelbrotTwin implements Twin {
    private final int workers;
    private final int side;
    private final Expected<Long> steps;

    /**
     * Parameters.
     *
     * @param workers how many, each with a square of points
     * @param side points along a side of it
     */
    public MandelbrotTwin(int workers, int side) {
        this.workers = workers;
        this.side = side;
        this.steps = new Expected<>(() -> MandelbrotSet.steps(workers, side));
    }

    @Override
    public String name() {
        return "mbrot";
    }

    @Override
    public void iterate(ActorSystem system) {
        ActorRef mandel = system.actorOf(
                Dispatchers.props(Mandel.class, () -> new Mandel(workers, (long) workers * side * side)));
        for (int i = 0; i < workers; i++) {
            ActorRef worker = system.actorOf(Dispatchers.props(Worker.class, () -> new Worker(mandel)));
            worker.tell(new Area(i * side, 0, side, side), ActorRef.noSender());
        }
        Answers.same("steps", steps.get(), Answering.result(mandel, Long.class));
    }

    private record Area(int left, int top, int width, int height) {}

    private record Look(int x, int y) {}

    private static final class Worker extends UntypedAbstractActor {
        private final ActorRef mandel;

        Worker(ActorRef mandel) {
            this.mandel = mandel;
        }

        @Override
        public void onReceive(Object message) {
            if (!(message instanceof Area(var left, var top, var width, var height))) {
                unhandled(message);
                return;
            }
            divide(left, top, width, height);
            getContext().stop(getSelf());
        }

        private void divide(int left, int top, int width, int height) {
            if (width == 0 || height == 0) {
                return;
            }
            if (width == 1 && height == 1) {
                mandel.tell(new Look(left, top), getSelf());
                return;
            }
            int half = width / 2;
            int upper = height / 2;
            divide(left, top, half, upper);
            divide(left + half, top, width - half, upper);
            divide(left, top + upper, half, height - upper);
            divide(left + half, top + upper, width - half, height - upper);
        }
    }

    private static final class Mandel extends Answering {
        private final MandelbrotSet set;
        private long missing;
        private long steps;

        Mandel(int squares, long points) {
            this.set = new MandelbrotSet(squares, points);
            this.missing = points;
        }

        @Override
        protected void process(Object message) {
            if (!(message instanceof Look(var x, var y))) {
                unhandled(message);
                return;
            }
            steps += set.stepsAt(x, y);
            missing--;
            if (missing == 0) {
                finish(steps);
            }
        }
    }
}
