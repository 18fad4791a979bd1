package org.sojourn.bench.cluster;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
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

    /** Many times as long as a run takes with the smallest share. */
    private static final Duration LIMIT = Duration.ofMinutes(10);

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
        try (Sojourn sojourn = Sojourn.start(SojournPair.config(places, Integer.parseInt(args[1]))
                .withWorkers(WORKERS)
                .withAllowed("org.sojourn.examples"))) {
            String pids = sojourn.places().stream()
                    .map(place -> {
                        Handle<Who> teller = sojourn.create(place, Teller::new);
                        return teller.<Long>request(Who::new, PATIENCE).join().toString();
                    })
                    .collect(Collectors.joining(" "));
            Map<String, Workload.Program> programs = new HashMap<>();
            ChildJvm.answer(pids, line -> answer(programs.computeIfAbsent(line, Driver::program), sojourn, places));
        }
    }

    /** A program and its size, as {@code pi 1000}. */
    private static Workload.Program program(String line) {
        String[] words = line.split(" ");
        return Workload.valueOf(words[0].toUpperCase(Locale.ROOT)).sized(Integer.parseInt(words[1]));
    }

    /** Nanoseconds, or what is wrong. A program of which a selector has failed may never have an answer. */
    private static String answer(Workload.Program program, Sojourn sojourn, int places) {
        CompletableFuture<Duration> took =
                CompletableFuture.supplyAsync(() -> program.timed(sojourn, places), task -> new Thread(task).start());
        try {
            return Long.toString(took.get(LIMIT.toSeconds(), TimeUnit.SECONDS).toNanos());
        } catch (TimeoutException e) {
            return "there was no answer within " + LIMIT.toMinutes() + " minutes";
        } catch (ExecutionException e) {
            return "wrong: " + String.valueOf(e.getCause()).replace('\n', ' ');
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "interrupted";
        }
    }
}
