package org.sojourn.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.sojourn.kernel.quiesce.Ending;

/** A program on a simulated cluster, run to its end under one seed, and what is wrong with that. */
final class Judged {
    /** Looks at one run. */
    interface Checker {
        /** What shows at the end only. Afterwards {@link #found} tells of it as well. */
        void end(SimulatedCluster cluster, Ending ending);

        /** Sentences on what is wrong so far. */
        List<String> found();
    }

    private Judged() {}

    /**
     * Runs a program to its end.
     *
     * @param isChecked whether the checker is asked; without it there is wrong only what any user would see, that the run doesn't end or
     *     how it does
     * @param endsWell how it may end
     * @param program what main does
     * @return sentences, empty if nothing is wrong
     */
    static String run(
            SimulatedCluster.Builder places,
            boolean isChecked,
            Checker checker,
            Predicate<Ending.Word> endsWell,
            Consumer<SimulatedCluster> program) {
        List<String> wrong = new ArrayList<>();
        try (SimulatedCluster cluster = places.start()) {
            program.accept(cluster);
            Ending ending = cluster.run();
            if (isChecked) {
                checker.end(cluster, ending);
            }
            if (!endsWell.test(ending.word())) {
                wrong.add(ending.word() + " " + ending.sentences());
            }
        } catch (AssertionError e) {
            wrong.add("doesn't end: " + e.getMessage());
        }
        if (isChecked) {
            wrong.addAll(0, checker.found());
        }
        return String.join("; ", wrong);
    }
}
