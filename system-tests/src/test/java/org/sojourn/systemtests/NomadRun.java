package org.sojourn.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/**
 * A run of {@code own.Nomads}: four processes whose selectors send each other numbered messages and move every few milliseconds,
 * until it is told that there is enough. Meanwhile a test disturbs it.
 */
final class NomadRun implements AutoCloseable {
    static final int PLACES = 4;

    /** How often the disturbances are repeated; more in the long run. */
    static final int STORM = Integer.getInteger("sojourn.storm", 1);

    private static final int NOMADS = 16;

    /** A place that has written so much more has processed some dozens of messages. */
    private static final int SOME_BYTES = 8_000;

    private final Path logs;
    private final Sojourn run;
    private final List<ProcessHandle> places;
    private final long seed;
    final SplittableRandom random;

    private NomadRun(Path logs, Sojourn run, long seed, SplittableRandom random) {
        this.logs = logs;
        this.run = run;
        this.places = run.places(PLACES);
        this.seed = seed;
        this.random = random;
    }

    /** How a run is to be. */
    record Plan(boolean isRotated, int shunned, UnaryOperator<List<String>> where) {
        /** Everybody goes everywhere by what the program says, on this machine. */
        static final Plan USUAL = new Plan(false, -1, command -> command);

        /** The launcher moves everybody, after each few messages. */
        Plan rotated() {
            return new Plan(true, shunned, where);
        }

        /** Every second selector never goes to this place: what these send each other may not be missing if it is lost. */
        Plan shunning(int place) {
            return new Plan(isRotated, place, where);
        }

        /** Starts the command elsewhere. */
        Plan at(UnaryOperator<List<String>> place) {
            return new Plan(isRotated, shunned, place);
        }
    }

    /** Packs the program as a user would. */
    static Path jar(Path folder) throws IOException, InterruptedException {
        Path jar = folder.resolve("nomads.jar");
        OwnPrograms.jar(jar, "own.Nomads");
        return jar;
    }

    /** A seed that a failure names; {@code -Dsojourn.storm.seed} gives it again. */
    static long newSeed() {
        return Long.getLong("sojourn.storm.seed", System.nanoTime() & 0xFFFFFF);
    }

    static NomadRun start(Path jar, long seed, Plan plan) {
        Path logs;
        try {
            logs = Files.createTempDirectory(jar.getParent(), "run");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        List<String> words = new ArrayList<>(List.of("run", jar.toString(), "--places", "" + PLACES, "--heap", "128m"));
        words.addAll(List.of("--env", "LOGS=" + logs, "--balance", plan.isRotated() ? "rotate" : "none"));
        words.addAll(plan.isRotated() ? List.of("--rotate-messages", "16", "--") : List.of("--"));
        words.addAll(List.of("" + seed, "" + NOMADS, "" + !plan.isRotated(), "" + plan.shunned()));
        List<String> command = plan.where().apply(Sojourn.command(words.toArray(String[]::new)));
        NomadRun started = new NomadRun(logs, Sojourn.start(Map.of(), command), seed, new SplittableRandom(seed));
        System.out.println("a run of nomads with seed " + seed);
        return started;
    }

    /** The process of each place, also of those that have ended. */
    List<ProcessHandle> places() {
        return places;
    }

    /** Waits until each of these has written more than now. */
    void awaitMore(List<ProcessHandle> places) {
        Map<Path, Long> enough = new HashMap<>();
        for (ProcessHandle place : places) {
            Path log = logs.resolve(place.pid() + ".log");
            enough.put(log, size(log) + SOME_BYTES);
        }
        await(() -> enough.entrySet().stream().allMatch(each -> size(each.getKey()) >= each.getValue())
                || !places.stream().allMatch(ProcessHandle::isAlive));
        assertThat(places).as("%s%n%s", this, run).allMatch(ProcessHandle::isAlive);
    }

    /** Waits until all together have written more than now. */
    void awaitMore() {
        long enough = size() + SOME_BYTES;
        await(() -> size() >= enough);
    }

    private void await(java.util.concurrent.Callable<Boolean> isThere) {
        Awaitility.await()
                .atMost(Sojourn.PATIENCE)
                .pollInterval(Duration.ofMillis(10))
                .until(() -> isThere.call() || !run.launcher().isAlive());
        assertThat(run.launcher().isAlive())
                .as("%s, which has ended:%n%s", this, run)
                .isTrue();
    }

    /** Waits until the launcher has ended this place's process, because the place was lost to the others. */
    void awaitEnd(int place) {
        await(() -> !places.get(place).isAlive());
    }

    /** Lets it go on as it is, for so long at most. */
    void goOn(int millis) {
        goOn(Duration.ofMillis(random.nextInt(millis)));
    }

    /** Lets it go on as it is, for so long. */
    void goOn(Duration time) {
        assertThat(run.endsWithin(time))
                .as("%s, which has ended:%n%s", this, run)
                .isFalse();
    }

    /** Has the senders end, and waits for the end of the run: its status. */
    int end() {
        try {
            Files.createFile(logs.resolve("enough"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return run.status();
    }

    /** All lines that were written, in the order of time. */
    List<String> lines() {
        return NomadLogs.read(logs);
    }

    /** Asserts that it ends well, everything in order and delivered once. */
    void assertEndsWell() {
        assertThat(end()).as("%s%n%s", this, run).isZero();
        assertJudged(Set.of());
    }

    /** Asserts that it ends and says that something was lost; and that no more is missing than these places excuse. */
    void assertEndsWithLoss(Set<Integer> lost) {
        assertThat(end()).as("%s%n%s", this, run).isEqualTo(4);
        assertThat(run.err()).contains("terminated with loss", "was lost");
        assertJudged(lost);
    }

    private void assertJudged(Set<Integer> lost) {
        List<String> lines = lines();
        long moves = lines.stream().filter(line -> line.contains(" leaves ")).count();
        long processed =
                lines.stream().filter(line -> line.contains(" processed ")).count();
        System.out.println(this + ": " + processed + " messages, " + moves + " moves");
        assertThat(NomadLogs.judged(lines, lost)).as("%s%n%s", this, run).isEmpty();
        assertThat(moves).isPositive();
    }

    private long size() {
        try (Stream<Path> files = Files.list(logs)) {
            return files.mapToLong(NomadRun::size).sum();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long size(Path log) {
        try {
            return Files.exists(log) ? Files.size(log) : 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        run.close();
    }

    @Override
    public String toString() {
        return "the run with seed " + seed;
    }
}
