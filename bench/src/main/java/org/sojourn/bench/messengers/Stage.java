package org.sojourn.bench.messengers;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.sojourn.bench.remote.SojournPair;
import org.sojourn.examples.messengers.Scripts;
import org.sojourn.host.Sojourn;
import org.sojourn.messengers.Network;
import org.sojourn.messengers.form.Form;
import org.sojourn.selectors.Place;

/**
 * A run for messengers, or for selectors: one at a time, started when a row needs another one than the row before. The places but the first are JVMs with a heap of their own.
 */
final class Stage implements AutoCloseable {
    private static final int HEAP_MEGABYTES = 512;
    static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final double NANOS_PER_MILLI = 1e6;

    private final Map<String, Form> scripts = new HashMap<>();

    /** The scripts and networks that the present run has built. */
    private final Set<Object> built = new HashSet<>();

    private Optional<Sojourn> run = Optional.empty();
    private Needs needs = Needs.shared(0);

    /**
     * What a row needs. Most share a run, whose places are warm then; but where somebody hops to all nodes, those of other programs would be
     * among them.
     *
     * @param whose a program, or all
     * @param places how many
     * @param workers of each place; 0 shares the processors out
     */
    record Needs(String whose, int places, int workers) {
        private static final String ALL = "all";

        static Needs shared(int places) {
            return shared(places, 0);
        }

        static Needs shared(int places, int workers) {
            return new Needs(ALL, places, workers);
        }

        static Needs alone(String whose, int places) {
            return new Needs(whose, places, 0);
        }
    }

    /** Returns such a run. */
    Sojourn run(Needs its) {
        if (run.isEmpty() || !its.equals(needs)) {
            close();
            needs = its;
            run = Optional.of(Sojourn.start(SojournPair.config(its.places(), HEAP_MEGABYTES)
                    .withWorkers(its.workers())
                    .withAllowed("org.sojourn.examples.messengers")
                    .withAllowed("org.sojourn.bench.messengers")));
        }
        return run.get();
    }

    /** Returns such a run, in which something was built once. */
    Sojourn run(Needs its, Object what, Building building) throws Exception {
        Sojourn present = run(its);
        if (built.add(what)) {
            building.build(present);
        }
        return present;
    }

    /** Builds something. */
    @FunctionalInterface
    interface Building {
        /** Builds it in a run. */
        void build(Sojourn run) throws Exception;
    }

    /** Returns a script of this bench, or of a program, which has it beside it. */
    Network.Injection script(Sojourn its, Class<?> program, String name) {
        return its.guest(Network.class).inject(form(program, name));
    }

    /** Returns the script as it is injected. */
    Form form(Class<?> program, String name) {
        return scripts.computeIfAbsent(program.getName() + " " + name, any -> Scripts.load(program, name));
    }

    /** Has a messenger begin, waits until all that has come of it has ended, and returns how many milliseconds that took. */
    static double millis(Network.Injection script) throws Exception {
        long start = System.nanoTime();
        script.start().toCompletableFuture().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        return (System.nanoTime() - start) / NANOS_PER_MILLI;
    }

    /** Checks how many messengers have counted themselves at init of the present run, and has it begin anew. */
    void requireDone(long expected) throws Exception {
        Answer.forget();
        millis(script(run.orElseThrow(), Stage.class, "answer"));
        Answer.require("the messengers that have done what they were to do", expected);
    }

    /** Returns the places, those aside that only wait for the others. */
    static List<Place> others(Sojourn its) {
        List<Place> all = new ArrayList<>(its.places());
        if (all.size() > 1) {
            all.removeFirst();
        }
        return all;
    }

    /** Ends the run, if there is one. One that has failed says so. */
    @Override
    public void close() {
        built.clear();
        run.ifPresent(Sojourn::close);
        run = Optional.empty();
    }
}
