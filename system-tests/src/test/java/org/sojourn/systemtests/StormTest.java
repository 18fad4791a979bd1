package org.sojourn.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Processes whose selectors talk and move all the time, and what happens to processes, connections, ports and processors meanwhile.
 * What each has done is in its log; the checker that judges simulated runs judges all logs of a run together, and another one what
 * the command says. The table of all runs is in target/storm/table.txt, and what a run was wrong about beside it.
 */
@Order(1)
class StormTest {
    /** Successive seeds have successive troubles, and each build has new ones: all troubles come up within a few builds. */
    private static final int RUNS = Integer.getInteger("sojourn.storm.runs", 5);

    private static final Path FOLDER = Path.of("target", "storm").toAbsolutePath();
    private static final List<String> TABLE = Collections.synchronizedList(new ArrayList<>());

    static LongStream seeds() {
        long first = Storm.newSeed();
        return LongStream.range(first, first + RUNS);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void run_inAStorm_keepsWhatIsPromisedAndSaysWhatWasLost(long seed) throws IOException {
        Storm storm = Storm.of(seed);
        if (storm.isOverTwoHosts()) {
            Host.assumeThereAre("nft", "tc");
        }
        long began = System.nanoTime();
        System.out.println("seed " + seed + ": " + storm.shape() + "; " + storm.troubles());
        StormRun run = new StormRun(FOLDER, storm);
        StormRun.Result result;
        try (run) {
            result = run.weather();
        }
        if (result.wrong().isEmpty()) {
            run.forget();
        }
        String verdict = result.wrong().isEmpty()
                ? "right, status " + (storm.lost().isEmpty() ? 0 : 4)
                : "WRONG: " + result.wrong().get(0);
        long seconds = Duration.ofNanos(System.nanoTime() - began).toSeconds();
        String row = String.join(
                " | ", "" + seed, "" + storm.shape(), storm.troubles(), verdict, seconds + " s", result.counted());
        TABLE.add(row);
        System.out.println(row);
        assertThat(result.wrong())
                .as("seed %s, again by -Dsojourn.storm.seed=%s -Dsojourn.storm.runs=1; see %s", seed, seed, FOLDER)
                .isEmpty();
        assertThat(result.moves()).isPositive();
    }

    @AfterAll
    static void write() throws IOException {
        Files.createDirectories(FOLDER);
        Files.write(FOLDER.resolve("table.txt"), TABLE);
        System.out.println("seed | program | what happened | verdict | time | how much");
        TABLE.forEach(System.out::println);
    }
}
