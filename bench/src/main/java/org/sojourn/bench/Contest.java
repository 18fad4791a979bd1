package org.sojourn.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sojourn.selectors.SelectorSystem;

/**
 * Measures one benchmark: both sides by turns in this process.
 *
 * <p>A machine's speed changes while one measures. So a figure of one side alone means little, and the sides do not run
 * one after the other but by turns: what slows down one run slows down its neighbour too, and their ratio stays. Both
 * are warmed up first. Pekko is warmed up and timed with one thread and with two, and goes on with what was faster. A
 * garbage collection before each run, outside its time, keeps one side from paying for what the other has left.
 */
final class Contest {
    private static final int LEAST_WARM_UPS = 3;
    private static final int CALIBRATIONS = 5;
    private static final double NANOS_PER_MILLI = 1e6;

    private final SelectorSystem sojourn;
    private final Optional<PekkoSide> pekko;
    private final int runs;
    private final Duration warmUp;

    /** One run of one side. */
    private interface Side {
        void iterate() throws Exception;
    }

    /** Some runs of Sojourn, and of Pekko with so many threads, 0 without Pekko. */
    private record Timed(Measurement measurement, int peerThreads) {}

    /**
     * Makes a contest.
     *
     * @param pekko the peer, if there is to be one
     * @param runs how many pairs are measured
     * @param warmUp how long each side runs beforehand
     */
    Contest(SelectorSystem sojourn, Optional<PekkoSide> pekko, int runs, Duration warmUp) {
        this.sojourn = sojourn;
        this.pekko = pekko;
        this.runs = runs;
        this.warmUp = warmUp;
    }

    /** Measures a benchmark, against its twin if there are a twin and a peer. A failure is the row's problem. */
    Row measure(Benchmark benchmark, Optional<Twin> twin) {
        try {
            Timed timed = twin.isPresent() && pekko.isPresent()
                    ? pairs(benchmark, twin.get(), pekko.get())
                    : alone(benchmark);
            return new Row(benchmark, Optional.of(timed.measurement()), timed.peerThreads(), "");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return failed(benchmark, e);
        } catch (Exception e) {
            return failed(benchmark, e);
        }
    }

    private static Row failed(Benchmark benchmark, Exception cause) {
        String problem = cause instanceof WrongAnswerException ? String.valueOf(cause.getMessage()) : cause.toString();
        return new Row(benchmark, Optional.empty(), 0, problem);
    }

    private Timed alone(Benchmark benchmark) throws Exception {
        Side side = () -> benchmark.iterate(sojourn);
        warmUp(side);
        return new Timed(Measurement.alone(byTurns(List.of(side), runs).getFirst()), 0);
    }

    private Timed pairs(Benchmark benchmark, Twin twin, PekkoSide peer) throws Exception {
        Side own = () -> benchmark.iterate(sojourn);
        List<Side> peers = peer.systems().stream()
                .map(system -> (Side) () -> twin.iterate(system))
                .toList();
        warmUp(own);
        for (Side side : peers) {
            warmUp(side);
        }
        List<Series> tried = byTurns(peers, CALIBRATIONS);
        int better = tried.get(0).median() <= tried.get(1).median() ? 0 : 1;
        List<Series> measured = byTurns(List.of(own, peers.get(better)), runs);
        return new Timed(Measurement.pairs(measured.get(0), measured.get(1)), better + 1);
    }

    private void warmUp(Side side) throws Exception {
        long start = System.nanoTime();
        for (int i = 0; i < LEAST_WARM_UPS || System.nanoTime() - start < warmUp.toNanos(); i++) {
            side.iterate();
        }
    }

    private static List<Series> byTurns(List<Side> sides, int rounds) throws Exception {
        List<List<Double>> times = new ArrayList<>();
        sides.forEach(side -> times.add(new ArrayList<>()));
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < sides.size(); i++) {
                times.get(i).add(millis(sides.get(i)));
            }
        }
        return times.stream().map(Series::new).toList();
    }

    private static double millis(Side side) throws Exception {
        System.gc();
        long start = System.nanoTime();
        side.iterate();
        return (System.nanoTime() - start) / NANOS_PER_MILLI;
    }
}
