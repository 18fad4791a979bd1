package org.sojourn.bench.savina.parallelism;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.sojourn.bench.Benchmark;
import org.sojourn.bench.Family;
import org.sojourn.bench.savina.micro.Patience;
import org.sojourn.bench.work.Expected;
import org.sojourn.bench.work.Matrix;
import org.sojourn.bench.work.Product;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.Selector;
import org.sojourn.selectors.SelectorSystem;

/**
 * Workers multiply two matrices: a large product is cut into eight, which go back to the master. All that adds to one
 * block of the result goes to one worker, which keeps the block until the end.
 */
public final class MatrixMultiplication implements Benchmark {
    private static final int DEFAULT_WORKERS = 20;
    private static final int DEFAULT_SIZE = 1_024;
    private static final int DEFAULT_THRESHOLD = 16_384;
    private static final int PRIORITIES = 10;
    private static final List<Mailbox<Work>> WORK = Priorities.of(PRIORITIES, Work.class);

    private final int workers;
    private final int size;
    private final int threshold;
    private final Expected<Matrix> left;
    private final Expected<Matrix> right;

    /** The suite's parameters. */
    public MatrixMultiplication() {
        this(DEFAULT_WORKERS, DEFAULT_SIZE, DEFAULT_THRESHOLD);
    }

    /**
     * Other parameters.
     *
     * @param workers how many workers, at least 1
     * @param size rows and columns of the matrices, a power of two up to 1,024
     * @param threshold elements of a block that is not cut any more, at least 4
     */
    public MatrixMultiplication(int workers, int size, int threshold) {
        this.workers = workers;
        this.size = size;
        this.threshold = threshold;
        this.left = new Expected<>(() -> Product.left(size));
        this.right = new Expected<>(() -> Product.right(size));
    }

    @Override
    public String name() {
        return "MatrixMultiplication";
    }

    @Override
    public Family family() {
        return Family.PARALLELISM;
    }

    @Override
    public String parameters() {
        return "%,d x %,d, blocks up to %,d elements, %d workers, %d priorities"
                .formatted(size, size, threshold, workers, PRIORITIES);
    }

    @Override
    public long messages() {
        long products = 1;
        long level = 1;
        for (int block = size; block * block > threshold; block /= 2) {
            level *= 8;
            products += level;
        }
        // Each product to the master, but for the whole; to a worker; and the word that it is done. The word to stop,
        // and the blocks of each worker; the question for the result and its answer.
        return products * 3 - 1 + 2L * workers + 2;
    }

    @Override
    public String answer() {
        return "every element, exactly, against its closed form";
    }

    @Override
    public void iterate(SelectorSystem system) {
        Matrix a = left.get();
        Matrix b = right.get();
        Handle<ToMaster> master = system.create(() -> new Master(this, a, b));
        Matrix product = master.<Matrix, Result>request(Master.RESULTS, Result::new, Patience.LIMIT)
                .join();
        product.check(Product.expected(size), 0);
    }

    private sealed interface ToMaster {}

    private sealed interface ToWorker {}

    private record Work(int priority, Product product) implements ToMaster, ToWorker {
        void sendTo(Handle<? super Work> receiver) {
            receiver.send(WORK.get(priority), this);
        }
    }

    private record Stop() implements ToWorker {}

    private sealed interface Report extends ToMaster {}

    private record Done() implements Report {}

    /** A worker's last word, with all its blocks, which it doesn't touch any more. */
    private record Stopped(Map<Corner, double[][]> blocks) implements Report {}

    private record Result(ReplyTo<Matrix> asker) implements ToMaster {}

    private record Corner(int row, int column) {}

    private static final class Master extends Selector<ToMaster> {
        static final Mailbox<Report> REPORTS = Mailbox.of("reports", Report.class);
        static final Mailbox<Result> RESULTS =
                Mailbox.of("results", Result.class).initiallyDisabled();

        private final int size;
        private final Crew<ToWorker> crew;
        private final double[][] rows;

        Master(MatrixMultiplication program, Matrix left, Matrix right) {
            super(Priorities.before(WORK, REPORTS, RESULTS));
            this.size = program.size;
            this.rows = new double[size][size];
            Handle<ToMaster> master = self();
            int threshold = program.threshold;
            this.crew = new Crew<>(program.workers, _ -> create(() -> new Worker(master, threshold, left, right)));
        }

        @Override
        protected void preStart() {
            process(new Work(0, new Product(0, 0, 0, size)));
        }

        @Override
        protected void process(ToMaster message) {
            switch (message) {
                case Work work -> work.sendTo(crew.worker(work.product().diagonal()));
                // The parts of a product were sent before this, and went first: nothing can be on its way.
                case Done() -> crew.done(new Stop());
                case Stopped(var blocks) -> {
                    blocks.forEach(this::put);
                    setEnabled(RESULTS, crew.stopped());
                }
                case Result(var asker) -> {
                    asker.reply(Matrix.of(size, (i, j) -> rows[i][j]));
                    exit();
                }
            }
        }

        private void put(Corner corner, double[][] block) {
            for (int i = 0; i < block.length; i++) {
                System.arraycopy(block[i], 0, rows[corner.row() + i], corner.column(), block.length);
            }
        }
    }

    private static final class Worker extends Selector<ToWorker> {
        private static final Mailbox<Stop> STOPS = Mailbox.of("stops", Stop.class);

        private final Handle<ToMaster> master;
        private final int threshold;
        private final Matrix left;
        private final Matrix right;
        private final Map<Corner, double[][]> blocks = new HashMap<>();

        Worker(Handle<ToMaster> master, int threshold, Matrix left, Matrix right) {
            super(Priorities.before(WORK, STOPS));
            this.master = master;
            this.threshold = threshold;
            this.left = left;
            this.right = right;
        }

        @Override
        protected void process(ToWorker message) {
            switch (message) {
                case Work(var priority, var product) -> {
                    work(priority, product);
                    master.send(Master.REPORTS, new Done());
                }
                case Stop() -> {
                    master.send(Master.REPORTS, new Stopped(blocks));
                    exit();
                }
            }
        }

        private void work(int priority, Product product) {
            int size = product.size();
            if (size * size > threshold) {
                int deeper = Math.min(priority + 1, PRIORITIES - 1);
                product.split().forEach(part -> new Work(deeper, part).sendTo(master));
            } else {
                Corner corner = new Corner(product.row(), product.column());
                product.addTo(blocks.computeIfAbsent(corner, _ -> new double[size][size]), left, right);
            }
        }
    }
}
