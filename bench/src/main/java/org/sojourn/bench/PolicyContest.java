package org.sojourn.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sojourn.bench.jvm.ChildJvm;

/**
 * Measures a program under several policies, each in a JVM of its own, so that none runs what was compiled for another and each
 * counts its own processor time and context switches.
 *
 * <p>All are started and warmed up, and then run by turns while the others wait for a line: in the first round from the first to the
 * last, in the second beginning with the second, and so on, so that none always follows the same neighbour.
 */
final class PolicyContest {
    private static final int HEAP_MEGABYTES = 512;
    private static final String RUN = "run";

    /** The counters are called there; without the flag the JVM warns. */
    private static final String NATIVE_ACCESS = "--enable-native-access=ALL-UNNAMED";

    private final int rounds;
    private final Duration warmUp;

    /** Makes a contest. */
    PolicyContest(int rounds, Duration warmUp) {
        this.rounds = rounds;
        this.warmUp = warmUp;
    }

    /** One JVM, and what it has said. */
    private static final class Entrant {
        private final PolicySide side;
        private final List<PolicySample> samples = new ArrayList<>();
        private @Nullable ChildJvm child;
        private String problem = "";

        Entrant(PolicySide side) {
            this.side = side;
        }

        /** Starts it and runs it as often as it takes to be compiled. */
        void prepare(String program, Duration warmUp) {
            List<String> flags = ChildJvm.flags(HEAP_MEGABYTES);
            flags.add(NATIVE_ACCESS);
            flags.addAll(side.flags());
            List<String> arguments = new ArrayList<>(List.of(program));
            arguments.addAll(side.arguments());
            attempt(() -> {
                ChildJvm started = new ChildJvm(flags, PolicyChild.class, arguments.toArray(new String[0]));
                child = started;
                started.line();
                Turns.warmUp(() -> sample(started).millis(), warmUp);
            });
        }

        private static PolicySample sample(ChildJvm child) throws IOException {
            return PolicySample.of(child.ask(RUN));
        }

        /** After {@link #prepare}; does nothing if that has failed. */
        void run() {
            attempt(() -> samples.add(sample(Objects.requireNonNull(child))));
        }

        /** Does it unless something has gone wrong before. */
        private void attempt(Attempt step) {
            if (problem.isEmpty()) {
                try {
                    step.run();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    problem = e.toString();
                } catch (Exception e) {
                    problem = e instanceof WrongAnswerException ? String.valueOf(e.getMessage()) : e.toString();
                }
            }
        }

        PolicyRun outcome() {
            return new PolicyRun(side, problem.isEmpty() ? List.copyOf(samples) : List.of(), problem);
        }

        void end() {
            if (child != null) {
                child.close();
            }
        }
    }

    /** What may fail. */
    private interface Attempt {
        void run() throws Exception;
    }

    /** Measures a program. A failure is the problem of the way it was run in. */
    ProgramRun measure(CorpusProgram program, PolicyAdvice advice, List<PolicySide> sides) {
        List<Entrant> entrants = sides.stream().map(Entrant::new).toList();
        try {
            entrants.forEach(entrant -> entrant.prepare(program.name(), warmUp));
            for (int round = 0; round < rounds; round++) {
                for (int i = 0; i < entrants.size(); i++) {
                    entrants.get((round + i) % entrants.size()).run();
                }
            }
        } finally {
            entrants.forEach(Entrant::end);
        }
        return new ProgramRun(
                program, advice, entrants.stream().map(Entrant::outcome).toList());
    }
}
