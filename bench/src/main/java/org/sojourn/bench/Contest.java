package org.sojourn.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.pekko.actor.ActorSystem;
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

    /** Says where a benchmark's time goes, and its twin's if there are a twin and a peer. A failure is the result's problem. */
    ProgramProfile profile(Benchmark benchmark, Optional<Twin> twin) {
        try {
            return new ProgramProfile(benchmark, profiled(benchmark, twin), "");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return ProgramProfile.failed(benchmark, problem(e));
        } catch (Exception e) {
            return ProgramProfile.failed(benchmark, problem(e));
        }
    }

    /** All sides are warmed up before any is profiled, as they are when they are measured. */
    private List<SideProfile> profiled(Benchmark benchmark, Optional<Twin> twin) throws Exception {
        List<Profiler.Side> sides = new ArrayList<>();
        Iteration own = () -> benchmark.iterate(sojourn);
        Turns.warmUp(millis(own), warmUp);
        sides.add(new Profiler.Side(Contestant.SOJOURN, Runtime.getRuntime().availableProcessors(), own));
        if (twin.isPresent() && pekko.isPresent()) {
            int better = warmedUp(peers(twin.get(), pekko.get()));
            ActorSystem system = pekko.get().systems().get(better);
            sides.add(new Profiler.Side(
                    Contestant.PEKKO, better + 1, () -> twin.get().iterate(system)));
        }
        return new Profiler(sides).profile(Duration.ofSeconds(terms.profileSeconds()));
    }

    private static Taken failed(Exception cause) {
        return Taken.failed(problem(cause));
    }

    private static String problem(Exception cause) {
        return cause instanceof WrongAnswerException ? String.valueOf(cause.getMessage()) : cause.toString();
    }

    private Taken alone(Benchmark benchmark) throws Exception {
        Turns.Side side = millis(() -> benchmark.iterate(sojourn));
        Turns.warmUp(side, warmUp);
        return new Taken(Turns.of(List.of(side), terms.runs()).getFirst().values(), List.of(), 0, "");
    }

    private Taken pairs(Benchmark benchmark, Twin twin, PekkoSide peer) throws Exception {
        Turns.Side own = millis(() -> benchmark.iterate(sojourn));
        List<Turns.Side> peers = peers(twin, peer);
        Turns.warmUp(own, warmUp);
        int better = warmedUp(peers);
        List<Series> measured = Turns.of(List.of(own, peers.get(better)), terms.runs());
        return new Taken(measured.get(0).values(), measured.get(1).values(), better + 1, "");
    }

    private static List<Turns.Side> peers(Twin twin, PekkoSide peer) {
        return peer.systems().stream()
                .map(system -> millis(() -> twin.iterate(system)))
                .toList();
    }

    /** Warms the peers up, and returns the index of the one to go on with. */
    private int warmedUp(List<Turns.Side> peers) throws Exception {
        for (Turns.Side side : peers) {
            Turns.warmUp(side, warmUp);
        }
        return terms.peerThreads() > 0 ? terms.peerThreads() - 1 : better(peers);
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
