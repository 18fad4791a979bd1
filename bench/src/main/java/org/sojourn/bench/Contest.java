package org.sojourn.bench;

import java.time.Duration;
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
    private static final int CALIBRATIONS = 5;
    private static final double NANOS_PER_MILLI = 1e6;

    private final SelectorSystem sojourn;
    private final Optional<PekkoSide> pekko;
    private final int runs;
    private final Duration warmUp;

    /** One run of one side. */
    private interface Iteration {
        void run() throws Exception;
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
        Turns.Side side = millis(() -> benchmark.iterate(sojourn));
        Turns.warmUp(side, warmUp);
        return new Timed(Measurement.alone(Turns.of(List.of(side), runs).getFirst()), 0);
    }

    private Timed pairs(Benchmark benchmark, Twin twin, PekkoSide peer) throws Exception {
        Turns.Side own = millis(() -> benchmark.iterate(sojourn));
        List<Turns.Side> peers = peer.systems().stream()
                .map(system -> millis(() -> twin.iterate(system)))
                .toList();
        Turns.warmUp(own, warmUp);
        for (Turns.Side side : peers) {
            Turns.warmUp(side, warmUp);
        }
        List<Series> tried = Turns.of(peers, CALIBRATIONS);
        int better = tried.get(0).median() <= tried.get(1).median() ? 0 : 1;
        List<Series> measured = Turns.of(List.of(own, peers.get(better)), runs);
        return new Timed(Measurement.pairs(measured.get(0), measured.get(1)), better + 1);
    }

    /** A garbage collection first, outside the time. */
    private static Turns.Side millis(Iteration iteration) {
        return () -> {
            System.gc();
            long start = System.nanoTime();
            iteration.run();
            return (System.nanoTime() - start) / NANOS_PER_MILLI;
        };
    }
}
