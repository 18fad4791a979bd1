package org.sojourn.bench;

import com.typesafe.config.Config;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.pekko.actor.ActorSystem;
import org.sojourn.bench.counters.EventCounter;
import org.sojourn.bench.counters.ResourceUsage;
import org.sojourn.bench.jvm.ChildJvm;
import org.sojourn.bench.jvm.PekkoEnd;
import org.sojourn.bench.pekko.dispatch.Dispatchers;
import org.sojourn.host.Sojourn;

/**
 * Runs one program under one policy, once for each line that it is told, and says what that took. A garbage collection before
 * each run, outside its time, so that no run pays for another's garbage.
 */
final class PolicyChild {
    /** The second argument, if the program is to be Pekko's. */
    static final String PEKKO = "pekko";

    private static final double NANOS_PER_MILLI = 1e6;

    /** Opened before any other thread is started, as it counts only those that are started later. */
    private final Optional<EventCounter> misses = EventCounter.open(EventCounter.Event.CACHE_MISSES);

    private PolicyChild() {}

    /**
     * Serves the parent.
     *
     * @param arguments the program's name, and then the number of workers, 0 for as many as there are processors; or
     *     {@link #PEKKO}, a section of pekko-policies.conf or a file that was generated, and which actor has which dispatcher
     */
    public static void main(String[] arguments) throws IOException {
        CorpusProgram program = Corpora.named(arguments[0]);
        PolicyChild child = new PolicyChild();
        if (arguments[1].equals(PEKKO)) {
            child.pekko(program.counterpart().orElseThrow().twin(), arguments[2], arguments[3]);
        } else {
            child.sojourn(program.benchmark(), Integer.parseInt(arguments[1]));
        }
        System.exit(0);
    }

    private void sojourn(Benchmark benchmark, int workers) throws IOException {
        try (Sojourn sojourn = Sojourn.start(org.sojourn.host.Config.local().withWorkers(workers))) {
            serve(() -> benchmark.iterate(sojourn));
        }
    }

    private void pekko(Twin twin, String configuration, String dispatchers) throws IOException {
        Dispatchers.assign(dispatchers);
        Config settings = configuration.endsWith(".conf")
                ? PekkoSide.generated(Path.of(configuration))
                : PekkoSide.policies(configuration);
        ActorSystem system = ActorSystem.create("policies", settings);
        serve(() -> twin.iterate(system));
        PekkoEnd.await(List.of(system));
    }

    private void serve(Iteration iteration) throws IOException {
        ChildJvm.answer("ready", asked -> {
            try {
                return sample(iteration).line();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return e.toString();
            } catch (Exception e) {
                String said = e instanceof WrongAnswerException ? String.valueOf(e.getMessage()) : e.toString();
                return said.lines().findFirst().orElse("");
            }
        });
    }

    private PolicySample sample(Iteration iteration) throws Exception {
        System.gc();
        long missed = missesSoFar();
        ResourceUsage before = ResourceUsage.now();
        long start = System.nanoTime();
        iteration.run();
        double millis = (System.nanoTime() - start) / NANOS_PER_MILLI;
        ResourceUsage used = ResourceUsage.now().since(before);
        return new PolicySample(
                millis,
                used.cpuNanos() / NANOS_PER_MILLI,
                used.voluntary(),
                used.involuntary(),
                misses.isPresent() ? OptionalLong.of(missesSoFar() - missed) : OptionalLong.empty());
    }

    private long missesSoFar() {
        return misses.map(EventCounter::value).orElse(0L);
    }
}
