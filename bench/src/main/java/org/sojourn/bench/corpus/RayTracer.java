package org.sojourn.bench.corpus;

import org.sojourn.bench.Answers;
import org.sojourn.bench.Family;
import org.sojourn.bench.savina.micro.Patience;
import org.sojourn.bench.work.Expected;
import org.sojourn.bench.work.Scene;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.Selector;
import org.sojourn.selectors.SelectorSystem;

/** A runner has tracers each trace the rays of every so many rows, and adds up how bright they are (Java Grande Forum). */
public final class RayTracer extends PaperProgram {
    private static final int DEFAULT_WIDTH = 150;
    private static final int DEFAULT_TRACERS = 10;

    private final Scene scene;
    private final int width;
    private final int tracers;
    private final Expected<Long> brightness;

    /** The suite's picture of the smallest size. */
    public RayTracer() {
        this(DEFAULT_WIDTH, DEFAULT_TRACERS);
    }

    /**
     * Other parameters.
     *
     * @param width of the picture, and its height
     * @param tracers how many share its rows
     */
    public RayTracer(int width, int tracers) {
        super(
                "RayTracer",
                Family.PARALLELISM,
                "%d x %d points, %d tracers".formatted(width, width, tracers),
                // The start; its rows to each tracer and what they give; the question and its answer.
                1 + 2L * tracers + 2,
                "how bright the picture is, against a loop");
        this.scene = new Scene(width);
        this.width = width;
        this.tracers = tracers;
        this.brightness = new Expected<>(scene::picture);
    }

    @Override
    public void iterate(SelectorSystem system) {
        Handle<ToRunner> runner = system.create(() -> new Runner(scene));
        runner.send(Runner.WORK, new Picture(width, tracers));
        long got = runner.<Long, Result>request(Runner.RESULTS, Result::new, Patience.LIMIT)
                .join();
        Answers.same("brightness", brightness.get(), (Long) got);
    }

    /** What the runner is told. */
    private sealed interface ToRunner {}

    private sealed interface Work extends ToRunner {}

    private record Picture(int width, int tracers) implements Work {}

    private record Traced(long brightness) implements Work {}

    private record Result(ReplyTo<Long> asker) implements ToRunner {}

    private record Rows(int first, int step, int end) {}

    private static final class Runner extends Selector<ToRunner> {
        static final Mailbox<Work> WORK = Mailbox.of("work", Work.class);
        static final Mailbox<Result> RESULTS =
                Mailbox.of("results", Result.class).initiallyDisabled();

        private final Scene scene;
        private long sum;
        private int missing;

        Runner(Scene scene) {
            super(WORK, RESULTS);
            this.scene = scene;
        }

        @Override
        protected void process(ToRunner message) {
            switch (message) {
                case Picture(var width, var tracers) -> deal(width, tracers);
                case Traced(var brightness) -> {
                    sum += brightness;
                    missing--;
                    setEnabled(RESULTS, missing == 0);
                }
                case Result(var asker) -> {
                    asker.reply(sum);
                    exit();
                }
            }
        }

        private void deal(int width, int tracers) {
            missing = tracers;
            Handle<ToRunner> runner = self();
            Scene all = scene;
            for (int i = 0; i < tracers; i++) {
                Handle<Rows> tracer = create(() -> new Tracer(all, runner));
                tracer.send(new Rows(i, tracers, width));
            }
        }
    }

    private static final class Tracer extends Actor<Rows> {
        private final Scene scene;
        private final Handle<ToRunner> runner;

        Tracer(Scene scene, Handle<ToRunner> runner) {
            this.scene = scene;
            this.runner = runner;
        }

        @Override
        protected void process(Rows rows) {
            long brightness = 0;
            for (int y = rows.first(); y < rows.end(); y += rows.step()) {
                brightness += scene.row(y);
            }
            runner.send(Runner.WORK, new Traced(brightness));
            exit();
        }
    }
}
