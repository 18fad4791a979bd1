package org.sojourn.bench;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.sojourn.host.Config;
import org.sojourn.host.RunFailedException;
import org.sojourn.host.Sojourn;

/**
 * Measures benchmarks in this process, each by turns with its twin.
 *
 * <p>A machine's speed changes while one measures. So a figure of one side alone means little, and the sides do not run
 * one after the other but by turns: what slows down one run slows down its neighbour too, and their ratio stays. Both
 * are warmed up first. Pekko is warmed up and timed with one thread and with two, and goes on with what was faster. A
 * garbage collection before each run, outside its time, keeps one side from paying for what the other has left.
 */
final class Contest implements AutoCloseable {
    private static final int CALIBRATIONS = 5;
    private static final double NANOS_PER_MILLI = 1e6;

    private final Sojourn sojourn = Sojourn.start(Config.local());
    private final Optional<PekkoSide> pekko;
    private final Terms terms;
    private final Duration warmUp;

    /** One run of one side. */
    private interface Iteration {
        void run() throws Exception;
    }

    /** Starts both sides. */
    Contest(Terms terms) {
        this.terms = terms;
        this.pekko = terms.withPeer() ? Optional.of(new PekkoSide()) : Optional.empty();
        this.warmUp = Duration.ofSeconds(terms.warmUpSeconds());
    }

    /** Measures a benchmark, against its twin if there are a twin and a peer. A failure is the result's problem. */
    Taken measure(Benchmark benchmark, Optional<Twin> twin) {
        try {
            return twin.isPresent() && pekko.isPresent() ? pairs(benchmark, twin.get(), pekko.get()) : alone(benchmark);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return failed(e);
        } catch (Exception e) {
            return failed(e);
        }
    }

    private static Taken failed(Exception cause) {
        return Taken.failed(
                cause instanceof WrongAnswerException ? String.valueOf(cause.getMessage()) : cause.toString());
    }

    private Taken alone(Benchmark benchmark) throws Exception {
        Turns.Side side = millis(() -> benchmark.iterate(sojourn));
        Turns.warmUp(side, warmUp);
        return new Taken(Turns.of(List.of(side), terms.runs()).getFirst().values(), List.of(), 0, "");
    }

    private Taken pairs(Benchmark benchmark, Twin twin, PekkoSide peer) throws Exception {
        Turns.Side own = millis(() -> benchmark.iterate(sojourn));
        List<Turns.Side> peers = peer.systems().stream()
                .map(system -> millis(() -> twin.iterate(system)))
                .toList();
        Turns.warmUp(own, warmUp);
        for (Turns.Side side : peers) {
            Turns.warmUp(side, warmUp);
        }
        int better = terms.peerThreads() > 0 ? terms.peerThreads() - 1 : better(peers);
        List<Series> measured = Turns.of(List.of(own, peers.get(better)), terms.runs());
        return new Taken(measured.get(0).values(), measured.get(1).values(), better + 1, "");
    }

    /** Returns the index of the faster one. */
    private static int better(List<Turns.Side> peers) throws Exception {
        List<Series> tried = Turns.of(peers, CALIBRATIONS);
        return tried.get(0).median() <= tried.get(1).median() ? 0 : 1;
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

    /**
     * Ends both sides.
     *
     * @throws RunFailedException if a selector has failed unseen
     */
    @Override
    public void close() {
        pekko.ifPresent(PekkoSide::close);
        sojourn.close();
    }
}
