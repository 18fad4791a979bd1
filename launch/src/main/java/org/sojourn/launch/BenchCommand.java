package org.sojourn.launch;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code ./sojourn bench}, which the script answers itself: the bench has a class path of its own. Here for the help. */
@Command(
        name = "bench",
        description = {"Measures Sojourn, beside its peers.", "For example: ./sojourn bench savina --vs pekko"})
final class BenchCommand implements Callable<Integer> {
    @Override
    public Integer call() {
        throw new Usage("bench is built and started by ./sojourn, not by " + Main.class.getName());
    }
}
