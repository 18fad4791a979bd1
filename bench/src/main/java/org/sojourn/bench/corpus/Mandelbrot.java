package org.sojourn.bench.corpus;

import org.sojourn.bench.Answers;
import org.sojourn.bench.Family;
import org.sojourn.bench.savina.micro.Patience;
import org.sojourn.bench.work.Expected;
import org.sojourn.bench.work.MandelbrotSet;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.Selector;
import org.sojourn.selectors.SelectorSystem;

/** Workers divide areas of the plane until they are points, and have one selector look at each point (BenchErl). */
public final class Mandelbrot extends PaperProgram {
    static final int WORKERS = 8;
    static final int SIDE = 168;

    private final int workers;
    private final int side;
    private final Expected<Long> steps;

    /** The paper's parameters. */
    public Mandelbrot() {
        this(WORKERS, SIDE);
    }

    /**
     * Other parameters.
     *
     * @param workers how many, each with a square of points
     * @param side points along a side of it
     */
    public Mandelbrot(int workers, int side) {
        super(
                "mbrot",
                Family.MICRO,
                "%d workers x %d x %d points, up to %d steps".formatted(workers, side, side, MandelbrotSet.MOST_STEPS),
                // Each worker's start and its points; the question and its answer.
                workers * (1L + (long) side * side) + 2,
                "the steps of all points, against a loop");
        this.workers = workers;
        this.side = side;
        this.steps = new Expected<>(() -> MandelbrotSet.steps(workers, side));
    }

    @Override
    public void iterate(SelectorSystem system) {
        Handle<ToMandel> mandel = system.create(() -> new Mandel(workers, (long) workers * side * side));
        for (int i = 0; i < workers; i++) {
            Handle<Area> worker = system.create(() -> new Worker(mandel));
            worker.send(new Area(i * side, 0, side, side));
        }
        long got = mandel.<Long, Result>request(Mandel.RESULTS, Result::new, Patience.LIMIT)
                .join();
        Answers.same("steps", steps.get(), (Long) got);
    }

    private record Area(int left, int top, int width, int height) {}

    /** What looks at points is told. */
    private sealed interface ToMandel {}

    private record Look(int x, int y) implements ToMandel {}

    private record Result(ReplyTo<Long> asker) implements ToMandel {}

    private static final class Worker extends Actor<Area> {
        private final Handle<ToMandel> mandel;

        Worker(Handle<ToMandel> mandel) {
            this.mandel = mandel;
        }

        @Override
        protected void process(Area area) {
            divide(area.left(), area.top(), area.width(), area.height());
            exit();
        }

        private void divide(int left, int top, int width, int height) {
            if (width == 0 || height == 0) {
                return;
            }
            if (width == 1 && height == 1) {
                mandel.send(Mandel.POINTS, new Look(left, top));
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

    private static final class Mandel extends Selector<ToMandel> {
        static final Mailbox<Look> POINTS = Mailbox.of("points", Look.class);
        static final Mailbox<Result> RESULTS =
                Mailbox.of("results", Result.class).initiallyDisabled();

        private final MandelbrotSet set;
        private long missing;
        private long steps;

        Mandel(int squares, long points) {
            super(POINTS, RESULTS);
            this.set = new MandelbrotSet(squares, points);
            this.missing = points;
        }

        @Override
        protected void process(ToMandel message) {
            switch (message) {
                case Look(var x, var y) -> {
                    steps += set.stepsAt(x, y);
                    missing--;
                    if (missing == 0) {
                        setEnabled(RESULTS, true);
                    }
                }
                case Result(var asker) -> {
                    asker.reply(steps);
                    exit();
                }
            }
        }
    }
}
