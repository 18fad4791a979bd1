package org.sojourn.bench.savina.parallelism;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.sojourn.bench.Answers;
import org.sojourn.bench.Benchmark;
import org.sojourn.bench.Family;
import org.sojourn.bench.savina.micro.Patience;
import org.sojourn.bench.work.Expected;
import org.sojourn.bench.work.RoadMap;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.Selector;
import org.sojourn.selectors.SelectorSystem;

/** The algorithm of Floyd and Warshall (1962) on a table of distances that is cut into blocks, a selector for each. */
public final class AllPairsShortestPath implements Benchmark {
    private static final int DEFAULT_TOWNS = 300;
    private static final int DEFAULT_BLOCK = 50;
    private static final long SEED = 300;

    private final RoadMap map;
    private final int block;
    private final Expected<int[][]> distances;

    /** The suite's parameters. */
    public AllPairsShortestPath() {
        this(DEFAULT_TOWNS, DEFAULT_BLOCK);
    }

    /**
     * Other parameters.
     *
     * @param towns how many
     * @param block rows and columns of a block, half of the towns at most and a divisor of their number
     */
    public AllPairsShortestPath(int towns, int block) {
        this.map = new RoadMap(towns, SEED);
        this.block = block;
        this.distances = new Expected<>(map::distances);
    }

    @Override
    public String name() {
        return "AllPairsShortestPath";
    }

    @Override
    public Family family() {
        return Family.PARALLELISM;
    }

    @Override
    public String parameters() {
        return "%d nodes, blocks of %d x %d".formatted(map.towns(), block, block);
    }

    @Override
    public long messages() {
        long side = map.towns() / block;
        long blocks = side * side;
        // Each block is told its neighbours, and to start; it tells each neighbour what it holds at first and after
        // each round, and the master what it holds at last. The question for the result and its answer.
        return blocks * (2 + 2 * (side - 1) * (1 + map.towns()) + 1) + 2;
    }

    @Override
    public String answer() {
        return "every distance, against Dijkstra's algorithm";
    }

    @Override
    public void iterate(SelectorSystem system) {
        Handle<Message> master = system.create(() -> new Master(map, block));
        int[][] got = master.<int[][], Result>request(Master.RESULTS, Result::new, Patience.LIMIT)
                .join();
        for (int i = 0; i < got.length; i++) {
            for (int j = 0; j < got.length; j++) {
                Answers.same("distance from " + i + " to " + j, distances.get()[i][j], got[i][j]);
            }
        }
    }

    /** What the master is told. */
    sealed interface Message {}

    /** What a block holds at last. Its first row and column are so many blocks from the table's. */
    record Finished(int row, int column, int[][] distances) implements Message {}

    record Result(ReplyTo<int[][]> asker) implements Message {}

    private static final class Master extends Selector<Message> {
        static final Mailbox<Finished> FINISHED = Mailbox.of("finished", Finished.class);
        static final Mailbox<Result> RESULTS =
                Mailbox.of("results", Result.class).initiallyDisabled();

        private final int block;
        private final int side;
        private final List<List<Handle<GraphBlock.Message>>> rows = new ArrayList<>();
        private final int[][] distances;
        private int missing;

        Master(RoadMap map, int block) {
            super(FINISHED, RESULTS);
            this.block = block;
            this.side = map.towns() / block;
            this.missing = side * side;
            this.distances = new int[map.towns()][map.towns()];
            Handle<Message> master = self();
            for (int i = 0; i < side; i++) {
                int row = i;
                rows.add(IntStream.range(0, side)
                        .mapToObj(column -> create(() -> new GraphBlock(map, block, row, column, master)))
                        .toList());
            }
        }

        @Override
        protected void preStart() {
            for (int row = 0; row < side; row++) {
                for (int column = 0; column < side; column++) {
                    rows.get(row).get(column).send(new GraphBlock.Neighbours(neighbours(row, column)));
                }
            }
            rows.forEach(row -> row.forEach(each -> each.send(new GraphBlock.Start())));
        }

        @Override
        protected void process(Message message) {
            switch (message) {
                case Finished(var row, var column, var part) -> {
                    for (int i = 0; i < block; i++) {
                        System.arraycopy(part[i], 0, distances[row * block + i], column * block, block);
                    }
                    missing--;
                    setEnabled(RESULTS, missing == 0);
                }
                case Result(var asker) -> {
                    asker.reply(distances);
                    exit();
                }
            }
        }

        private List<Handle<GraphBlock.Message>> neighbours(int row, int column) {
            Stream<Handle<GraphBlock.Message>> sameColumn = IntStream.range(0, side)
                    .filter(i -> i != row)
                    .mapToObj(i -> rows.get(i).get(column));
            Stream<Handle<GraphBlock.Message>> sameRow =
                    IntStream.range(0, side).filter(i -> i != column).mapToObj(rows.get(row)::get);
            return Stream.concat(sameColumn, sameRow).toList();
        }
    }
}
