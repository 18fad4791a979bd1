package org.sojourn.bench.savina.parallelism;

import java.util.List;
import java.util.stream.IntStream;
import org.sojourn.bench.Answers;
import org.sojourn.bench.Benchmark;
import org.sojourn.bench.Family;
import org.sojourn.bench.savina.micro.Patience;
import org.sojourn.bench.work.Queens;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.Selector;
import org.sojourn.selectors.SelectorSystem;

/**
 * Workers find all ways to put n queens on a board: the first rows by sending each possibility back to the master as
 * new work, the others alone. Boards with more queens go first, so that few wait.
 */
public final class NQueens implements Benchmark {
    private static final int DEFAULT_WORKERS = 20;
    private static final int DEFAULT_SIZE = 12;
    private static final int DEFAULT_THRESHOLD = 4;
    private static final int PRIORITIES = 10;
    private static final List<Mailbox<Board>> BOARDS = Priorities.of(PRIORITIES, Board.class);

    private final int workers;
    private final int size;
    private final int threshold;

    /** The suite's parameters; its limit of 1,500,000 solutions is beyond what the board has. */
    public NQueens() {
        this(DEFAULT_WORKERS, DEFAULT_SIZE, DEFAULT_THRESHOLD);
    }

    /**
     * Other parameters.
     *
     * @param workers how many workers, at least 1
     * @param size of the board, 1 to 14
     * @param threshold how many rows are shared out
     */
    public NQueens(int workers, int size, int threshold) {
        this.workers = workers;
        this.size = size;
        this.threshold = threshold;
    }

    @Override
    public String name() {
        return "N-Queens";
    }

    @Override
    public Family family() {
        return Family.PARALLELISM;
    }

    @Override
    public String parameters() {
        return "%d queens, %d rows shared out to %d workers, %d priorities"
                .formatted(size, threshold, workers, PRIORITIES);
    }

    @Override
    public long messages() {
        long boards = IntStream.rangeClosed(0, Math.min(threshold, size))
                .mapToLong(rows -> Queens.placements(size, rows))
                .sum();
        // Each board to the master, but for the empty one; to a worker; and the word that it is done. The solutions.
        // The word to stop and that it was heard; the question for the result and its answer.
        return boards * 3 - 1 + Queens.solutions(size) + 2L * workers + 2;
    }

    @Override
    public String answer() {
        return "the number of solutions, all of them";
    }

    @Override
    public void iterate(SelectorSystem system) {
        Handle<ToMaster> master = system.create(() -> new Master(workers, size, threshold));
        long solutions = master.<Long, Result>request(Master.RESULTS, Result::new, Patience.LIMIT)
                .join();
        Answers.same("solutions", Queens.solutions(size), solutions);
    }

    private sealed interface ToMaster {}

    private sealed interface ToWorker {}

    /** The queens' columns in the first rows: work that a worker has found, or that the master hands out. */
    private record Board(int priority, int[] queens) implements ToMaster, ToWorker {
        void sendTo(Handle<? super Board> receiver) {
            receiver.send(BOARDS.get(priority), this);
        }
    }

    private record Stop() implements ToWorker {}

    private sealed interface Report extends ToMaster {}

    private record Solution() implements Report {}

    private record Done() implements Report {}

    private record Stopped() implements Report {}

    private record Result(ReplyTo<Long> asker) implements ToMaster {}

    private static final class Master extends Selector<ToMaster> {
        static final Mailbox<Report> REPORTS = Mailbox.of("reports", Report.class);
        static final Mailbox<Result> RESULTS =
                Mailbox.of("results", Result.class).initiallyDisabled();

        private final Crew<ToWorker> crew;
        private long solutions;

        Master(int workers, int size, int threshold) {
            super(Priorities.before(BOARDS, REPORTS, RESULTS));
            Handle<ToMaster> master = self();
            this.crew = new Crew<>(workers, _ -> create(() -> new Worker(master, size, threshold)));
        }

        @Override
        protected void preStart() {
            process(new Board(PRIORITIES - 1, new int[0]));
        }

        @Override
        protected void process(ToMaster message) {
            switch (message) {
                case Board board -> board.sendTo(crew.next());
                case Solution() -> solutions++;
                // What a worker has found it sent before this, and it went first: nothing can be on its way.
                case Done() -> crew.done(new Stop());
                case Stopped() -> setEnabled(RESULTS, crew.stopped());
                case Result(var asker) -> {
                    asker.reply(solutions);
                    exit();
                }
            }
        }
    }

    private static final class Worker extends Selector<ToWorker> {
        private static final Mailbox<Stop> STOPS = Mailbox.of("stops", Stop.class);

        private final Handle<ToMaster> master;
        private final int size;
        private final int threshold;

        Worker(Handle<ToMaster> master, int size, int threshold) {
            super(Priorities.before(BOARDS, STOPS));
            this.master = master;
            this.size = size;
            this.threshold = threshold;
        }

        @Override
        protected void process(ToWorker message) {
            switch (message) {
                case Board(var priority, var queens) -> {
                    if (queens.length < Math.min(threshold, size)) {
                        int more = Math.max(0, priority - 1);
                        Queens.extend(queens, size, longer -> new Board(more, longer).sendTo(master));
                    } else {
                        Queens.solve(queens, size, () -> master.send(Master.REPORTS, new Solution()));
                    }
                    master.send(Master.REPORTS, new Done());
                }
                case Stop() -> {
                    master.send(Master.REPORTS, new Stopped());
                    exit();
                }
            }
        }
    }
}
