package org.sojourn.bench.cluster;

import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.stream.Collectors;
import org.sojourn.bench.jvm.ChildJvm;
import org.sojourn.bench.remote.SojournPair;
import org.sojourn.host.Sojourn;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.ReplyTo;

/** The process in which a run's init place is, and which starts the others. It runs what it is told, a line for each. */
public final class Driver {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final int WORKERS = 2;

    private Driver() {}

    private record Who(ReplyTo<Long> asker) {}

    /** Says which process its place is. */
    private static final class Teller extends Actor<Who> {
        @Override
        protected void process(Who who) {
            who.asker().reply(ProcessHandle.current().pid());
            exit();
        }
    }

    /**
     * Starts a run, says the processes of its places, and serves.
     *
     * @param args how many places, and the heap of each in MiB
     * @throws IOException if standard input can't be read
     */
    public static void main(String[] args) throws IOException {
        int places = Integer.parseInt(args[0]);
        try (Sojourn sojourn = Sojourn.start(
                SojournPair.config(places, Integer.parseInt(args[1])).withWorkers(WORKERS).withAllowed("org.sojourn.examples"))) {
            String pids = sojourn.places().stream()
                    .map(place -> {
                        Handle<Who> teller = sojourn.create(place, Teller::new);
                        return teller.<Long>request(Who::new, PATIENCE).join().toString();
                    })
                    .collect(Collectors.joining(" "));
            ChildJvm.answer(pids, line -> answer(sojourn, places, line));
        }
    }

    /** A program and its size, as {@code pi 1000}; the answer is nanoseconds, or what is wrong. */
    private static String answer(Sojourn sojourn, int places, String line) {
        String[] words = line.split(" ");
        try {
            Workload workload = Workload.valueOf(words[0].toUpperCase(Locale.ROOT));
            return Long.toString(workload.nanos(sojourn, Integer.parseInt(words[1]), places));
        } catch (RuntimeException e) {
            return "wrong: " + e.toString().replace('\n', ' ');
        }
    }
}
