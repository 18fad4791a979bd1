package org.sojourn.bench.savina.parallelism;

import org.sojourn.bench.Answers;
import org.sojourn.bench.Benchmark;
import org.sojourn.bench.Family;
import org.sojourn.bench.savina.micro.Patience;
import org.sojourn.bench.work.Expected;
import org.sojourn.bench.work.Relaxation;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.SelectorSystem;

/** A grid of cells, each a selector, which send their values to their neighbours; two others have half of it each. */
public final class SuccessiveOverRelaxation implements Benchmark {
    private static final int DEFAULT_SIZE = 20;
    private static final int DEFAULT_ROUNDS = 100;
    private static final long SEED = 10_101_010;
    private static final double PRECISION = 1e-9;

    private final Relaxation relaxation;
    private final Expected<Double> total;

    /** The suite's parameters. */
    public SuccessiveOverRelaxation() {
        this(DEFAULT_SIZE, DEFAULT_ROUNDS);
    }

    /**
     * Other parameters.
     *
     * @param size rows of the grid, and columns; at least 2
     * @param rounds how many, at least 1
     */
    public SuccessiveOverRelaxation(int size, int rounds) {
        this.relaxation = new Relaxation(size, rounds, SEED);
        this.total = new Expected<>(relaxation::total);
    }

    @Override
    public String name() {
        return "SuccessiveOverRelaxation";
    }

    @Override
    public Family family() {
        return Family.PARALLELISM;
    }

    @Override
    public String parameters() {
        return "%d x %d cells, %d rounds".formatted(relaxation.size(), relaxation.size(), relaxation.rounds());
    }

    @Override
    public long messages() {
        long cells = (long) relaxation.size() * relaxation.size();
        // Between any two cells side by side, both ways in each round.
        long values = 2 * 2 * (cells - relaxation.size()) * relaxation.rounds();
        // Each half is told to begin; one is told the border, and the other's total. Each cell is told to start, and
        // tells its value at last. The question for the total and its answer.
        return 2 + 1 + 1 + 2 * cells + values + 2;
    }

    @Override
    public String answer() {
        return "all values, each times its cell's number, against one cell after the other";
    }

    @Override
    public void iterate(SelectorSystem system) {
        Handle<GridHalf.Message> grid = system.create(() -> GridHalf.left(relaxation));
        grid.send(new GridHalf.Begin());
        double got = grid.<Double, GridHalf.Result>request(GridHalf.RESULTS, GridHalf.Result::new, Patience.LIMIT)
                .join();
        Answers.same("weighted sum of all values", total.get(), got, PRECISION * total.get());
    }
}
