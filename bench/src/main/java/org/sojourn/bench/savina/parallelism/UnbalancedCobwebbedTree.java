package org.sojourn.bench.savina.parallelism;

import org.sojourn.bench.Answers;
import org.sojourn.bench.Benchmark;
import org.sojourn.bench.Family;
import org.sojourn.bench.savina.micro.Patience;
import org.sojourn.bench.work.Expected;
import org.sojourn.bench.work.TreeGrowth;
import org.sojourn.bench.work.TreeTotals;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.SelectorSystem;

/**
 * A tree grows: each node asks the root whether it may have children, and nobody knows where it will be deep. When it
 * is grown it is traversed, the urgent nodes first, and then taken down.
 */
public final class UnbalancedCobwebbedTree implements Benchmark {
    private static final int DEFAULT_NODES = 200_000;
    private static final int DEFAULT_WORK = 500;
    private static final int DEFAULT_DEVIATION = 100;
    private static final int CHILDREN = 10;
    private static final int URGENT_PERCENT = 50;

    private final TreeGrowth.Limits limits;
    private final Expected<TreeTotals> totals;

    /** The suite's parameters. */
    public UnbalancedCobwebbedTree() {
        this(DEFAULT_NODES, DEFAULT_WORK, DEFAULT_DEVIATION);
    }

    /**
     * Other parameters.
     *
     * @param nodes how many there are at most, the root included; at least 11
     * @param work how much there is to do in a node on average, in steps of about a nanosecond
     * @param deviation the standard deviation of that
     */
    public UnbalancedCobwebbedTree(int nodes, int work, int deviation) {
        this.limits = new TreeGrowth.Limits(nodes, CHILDREN, work, deviation, URGENT_PERCENT);
        this.totals = new Expected<>(() -> TreeGrowth.totals(limits));
    }

    @Override
    public String name() {
        return "UnbalancedCobwebbedTree";
    }

    @Override
    public Family family() {
        return Family.PARALLELISM;
    }

    @Override
    public String parameters() {
        return "up to %,d nodes, %d children, work of %d +- %d steps, %d %% urgent"
                .formatted(limits.nodes(), CHILDREN, limits.work(), limits.deviation(), URGENT_PERCENT);
    }

    @Override
    public long messages() {
        // The word to grow. Each node but the root is told to try, asks, is visited, told to fall, and reports. Those
        // that get children are told so and tell their parent. The question for the totals and its answer.
        return 1 + 5L * totals.get().nodes() + 2L * totals.get().told() + 2;
    }

    @Override
    public String answer() {
        return "nodes, urgent nodes, and what the work in all of them gave, against the same growth without a tree";
    }

    @Override
    public void iterate(SelectorSystem system) {
        Handle<TreeRoot.Message> root = system.create(() -> new TreeRoot(limits));
        root.send(new TreeRoot.Grow());
        TreeTotals got = root.<TreeTotals, TreeRoot.Result>request(
                        TreeRoot.RESULTS, TreeRoot.Result::new, Patience.LIMIT)
                .join();
        Answers.same("the tree", totals.get(), got);
    }
}
