package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.work.Master;

/** Work handed to places: results, failures, mistakes, and the checkpoint. */
class WorkTest {
    private static final int ITEMS = 40;
    private static final Map<Long, Integer> RESULTS = new TreeMap<>();
    private static final List<Integer> COMPUTED = new ArrayList<>();
    private static final List<String> HEARD = new ArrayList<>();

    @TempDir
    private Path directory;

    @BeforeAll
    static void quiet() {
        Logs.off();
    }

    @BeforeEach
    void nothing() {
        RESULTS.clear();
        COMPUTED.clear();
        HEARD.clear();
    }

    private static int compute(Integer item) {
        COMPUTED.add(item);
        if (item < 0) {
            throw new IllegalArgumentException(item + " is negative");
        }
        return item * item;
    }

    private static class Squares extends Master<Integer, Integer> {
        /** With a checkpoint, unless its file's name is empty. */
        Squares(String file, String identity, int... items) {
            super(WorkTest::compute, 1);
            if (!file.isEmpty()) {
                checkpoint(Path.of(file), identity);
            }
            for (int item : items) {
                add(item);
            }
            close();
        }

        @Override
        protected void result(long index, Integer result) {
            assertThat(RESULTS.put(index, result)).isNull();
        }

        @Override
        protected void finished() {
            HEARD.add("finished after " + done());
        }

        @Override
        protected String write(Integer result) {
            return "a\\\n" + result;
        }

        @Override
        protected Integer read(String text) {
            return Integer.valueOf(text.substring(3));
        }
    }

    private static int[] items() {
        int[] all = new int[ITEMS];
        for (int i = 0; i < ITEMS; i++) {
            all[i] = i;
        }
        return all;
    }

    private static Ending run(int places, String file, String identity, int... items) {
        try (SimulatedCluster cluster = SimulatedCluster.of(places, 1)) {
            cluster.place(0).create(() -> new Squares(file, identity, items));
            return cluster.run();
        }
    }

    private static void assertAllThere() {
        assertThat(RESULTS)
                .hasSize(ITEMS)
                .allSatisfy((index, square) -> assertThat((long) square).isEqualTo(index * index));
        assertThat(HEARD).containsExactly("finished after " + ITEMS);
    }

    @Test
    void items_atSeveralPlaces_areDoneOnceEach() {
        assertThat(run(3, "", "", items()).word()).isEqualTo(Ending.Word.FINISHED);
        assertAllThere();
        assertThat(COMPUTED).hasSize(ITEMS);
    }

    @Test
    void work_withoutItems_isFinishedAtOnce() {
        assertThat(run(2, "", "").word()).isEqualTo(Ending.Word.FINISHED);
        assertThat(HEARD).containsExactly("finished after 0");
    }

    @Test
    void item_thatFails_endsTheMasterWithASentence() {
        Ending ending = run(2, "", "", 1, -2, 3);
        assertThat(ending.word()).isEqualTo(Ending.Word.FAILED);
        assertThat(String.join("\n", ending.sentences())).contains("item 1 (-2) has failed", "-2 is negative");
        assertThat(HEARD).isEmpty();
    }

    private static final class Tolerant extends Squares {
        Tolerant() {
            super("", "", 1, -2, 3);
        }

        @Override
        protected void failed(long index, Integer item, Throwable cause) {
            HEARD.add(index + " " + item + " " + cause.getMessage());
        }

        @Override
        protected void message(Object message) {
            HEARD.add("message " + message);
        }
    }

    @Test
    void item_thatFailsAndIsTaken_countsAsDone() {
        try (SimulatedCluster cluster = SimulatedCluster.of(2, 1)) {
            Handle<Object> master = cluster.place(0).create(Tolerant::new);
            master.send("hello");
            assertThat(cluster.run().word()).isEqualTo(Ending.Word.FINISHED);
        }
        assertThat(HEARD).containsExactly("message hello", "1 -2 -2 is negative", "finished after 3");
        assertThat(RESULTS).containsOnlyKeys(0L, 2L);
    }

    // ---- the checkpoint ---------------------------------------------------------------------------------------------

    private String file() {
        return directory.resolve("work").toString();
    }

    /** Has the first half done, by a run that knows of no more. */
    private int half() {
        run(2, file(), "squares", Arrays.copyOf(items(), ITEMS / 2));
        int done = RESULTS.size();
        nothing();
        return done;
    }

    @Test
    void program_thatIsStartedAgain_computesOnlyWhatIsMissing() {
        int done = half();
        assertThat(done).isLessThan(ITEMS);

        run(2, file(), "squares", items());

        assertAllThere();
        assertThat(COMPUTED).hasSize(ITEMS - done);
        nothing();
        run(2, file(), "squares", items());
        assertAllThere();
        assertThat(COMPUTED).isEmpty();
    }

    @Test
    void checkpoint_whoseLastLineIsUnfinished_losesThatLineOnly() throws IOException {
        int done = half();
        byte[] all = Files.readAllBytes(Path.of(file()));
        Files.write(Path.of(file()), Arrays.copyOf(all, all.length - 3));

        run(2, file(), "squares", items());

        assertAllThere();
        assertThat(COMPUTED).hasSize(ITEMS - done + 1);
    }

    @Test
    void checkpoint_thatIsDamagedOrOfOtherWork_isRefusedWithASentence() throws IOException {
        half();
        assertThat(String.join("\n", run(1, file(), "cubes", items()).sentences()))
                .contains("of other work than \"cubes\"");
        byte[] all = Files.readAllBytes(Path.of(file()));
        all[all.length / 2] ^= 1;
        Files.write(Path.of(file()), all);
        assertThat(String.join("\n", run(1, file(), "squares", items()).sentences()))
                .containsPattern("line \\d+ of the checkpoint .* is damaged \\(its (sum is|.*)");
        assertThat(String.join(
                        "\n", run(1, directory.toString(), "squares", items()).sentences()))
                .contains("can't be opened");
    }

    // ---- mistakes ---------------------------------------------------------------------------------------------------

    private static final class Mistaken extends Master<Integer, Integer> {
        Mistaken(int workers, boolean isLate) {
            super(item -> item, workers);
            if (isLate) {
                add(1);
                checkpoint(Path.of("work"), "mistake");
            }
            close();
            add(2);
        }

        @Override
        protected void result(long index, Integer result) {}

        @Override
        protected void finished() {}
    }

    @Test
    void master_withAMistake_failsWithASentence() {
        try (SimulatedCluster cluster = SimulatedCluster.of(1, 1)) {
            cluster.place(0).create(() -> new Mistaken(0, false));
            cluster.place(0).create(() -> new Mistaken(1, false));
            cluster.place(0).create(() -> new Mistaken(1, true));
            assertThat(String.join("\n", cluster.run().sentences()))
                    .contains(
                            "0 workers at each place; there can be 1 to 1024",
                            "item 0 is added after close()",
                            "checkpoint(work) after 1 items were added");
        }
    }
}
