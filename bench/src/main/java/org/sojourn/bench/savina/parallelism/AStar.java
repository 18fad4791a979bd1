package org.sojourn.bench.savina.parallelism;

import java.util.BitSet;
import java.util.List;
import org.sojourn.bench.Benchmark;
import org.sojourn.bench.Family;
import org.sojourn.bench.savina.micro.Patience;
import org.sojourn.bench.work.Expected;
import org.sojourn.bench.work.Lattice;
import org.sojourn.bench.work.Lattice.Search;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.SelectorSystem;

/**
 * Workers look for a way through a lattice. It is cut into regions, each of which is one worker's, who alone knows
 * which of its points have been visited; streets into other regions go back to the master as new work, and what is
 * nearer to the far end goes first.
 */
public final class AStar implements Benchmark {
    static final int PRIORITIES = 30;
    static final List<Mailbox<Work>> WORK = Priorities.of(PRIORITIES, Work.class);

    private static final int DEFAULT_WORKERS = 20;
    private static final int DEFAULT_SIZE = 30;
    private static final int DEFAULT_THRESHOLD = 1_024;
    private static final long SEED = 123_456;

    private final int workers;
    private final Lattice lattice;
    private final int edge;
    private final int threshold;
    private final Expected<BitSet> reachable;

    /** The suite's parameters. */
    public AStar() {
        this(DEFAULT_WORKERS, DEFAULT_SIZE, DEFAULT_THRESHOLD);
    }

    /**
     * Other parameters.
     *
     * @param workers how many workers, at least 1
     * @param size points of the lattice along each axis, at least 2
     * @param threshold how many points a region has at most, at least 1
     */
    public AStar(int workers, int size, int threshold) {
        this.workers = workers;
        this.lattice = new Lattice(size, SEED);
        this.edge = (int) Math.cbrt(threshold);
        this.threshold = threshold;
        this.reachable = new Expected<>(lattice::reachable);
    }

    @Override
    public String name() {
        return "AStar";
    }

    @Override
    public Family family() {
        return Family.PARALLELISM;
    }

    @Override
    public String parameters() {
        return "%d x %d x %d points, regions of up to %,d, %d workers, %d priorities"
                .formatted(lattice.size(), lattice.size(), lattice.size(), threshold, workers, PRIORITIES);
    }

    @Override
    public long messages() {
        // Each way into a region to the master, but for the first; to a worker; and the word that it is done. The word
        // to stop, and what each worker has found; the question for the result and its answer.
        long waysIn = 1 + reachable.get().stream().mapToLong(this::waysOut).sum();
        return 3 * waysIn - 1 + 2L * workers + 2;
    }

    private long waysOut(int point) {
        int region = lattice.region(point, edge);
        return lattice.from(point).stream()
                .filter(end -> lattice.region(end, edge) != region)
                .count();
    }

    @Override
    public String answer() {
        return "that all points that can be reached were visited, and that the path to the target is one";
    }

    @Override
    public void iterate(SelectorSystem system) {
        Handle<SearchMaster.Message> master = system.create(() -> new SearchMaster(workers, lattice, edge));
        Search search = master.<Search, SearchMaster.Result>request(
                        SearchMaster.RESULTS, SearchMaster.Result::new, Patience.LIMIT)
                .join();
        lattice.check(reachable.get(), search);
    }

    /**
     * Search on from a point, to which a street leads.
     *
     * @param point where to search
     * @param before where the street begins; the point itself at the origin
     * @param priority 0 goes first
     */
    record Work(int point, int before, int priority) implements SearchMaster.Message, SearchWorker.Message {
        static Work at(int point, int before, Lattice lattice) {
            return new Work(point, before, lattice.farness(point) * PRIORITIES / lattice.size());
        }

        void sendTo(Handle<? super Work> receiver) {
            receiver.send(WORK.get(priority), this);
        }
    }
}
