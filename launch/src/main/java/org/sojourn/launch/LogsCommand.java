package org.sojourn.launch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.sojourn.host.run.RunLog;
import org.sojourn.kernel.port.Bound;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ./sojourn logs}. */
@Command(
        name = "logs",
        header = "Shows the output of the places of a run.",
        mixinStandardHelpOptions = true,
        version = Main.VERSION,
        description = {
            "Shows the output of the places of a run, each line with its place. The run goes on, or is one of the last"
                    + " that have ended. The newest 256 to 512 KiB of each place are kept.%n"
        },
        footer = {"", "Exit status: 0 shown, 1 it can't be read, 2 wrong use."})
final class LogsCommand implements Callable<Integer> {
    private static final long LOOK_MILLIS = 100;
    private static final long LOOKS_AT_THE_RUN = 5;

    @Parameters(
            index = "0..*",
            arity = "0..1",
            paramLabel = "[RUN]",
            hideParamSyntax = true,
            description = "the number of a run (default: the only run that goes on, or the one that began last)")
    private List<String> words = List.of();

    @Option(
            names = "--place",
            paramLabel = "PLACE",
            description = "only the output of this place, as p1 (default: all)")
    private @Nullable String place;

    @Option(names = "--follow", description = "follow the output until the run has ended")
    private boolean follow;

    @Override
    public Integer call() {
        if (words.size() > 1 || !words.isEmpty() && !words.get(0).matches("\\d+")) {
            throw new Usage("\"" + String.join(" ", words) + "\" isn't the number of a run; write logs, or logs 4711");
        }
        if (place != null && !place.matches("p\\d{1,5}")) {
            throw new Usage("--place is \"" + place + "\"; a place is p0, p1, ...");
        }
        RunLogs.Kept run = find(words.isEmpty() ? "" : words.get(0));
        try (RunOutput output = new RunOutput(run.folder(), each -> place == null || each.equals(place))) {
            output.tell(LogsCommand::print);
            if (follow) {
                follow(run, output);
            }
            tellMissing(run);
            return 0;
        } catch (IOException | UncheckedIOException e) {
            System.err.println("sojourn: what run " + run.pid() + " (" + run.program() + ") has printed can't be read: "
                    + e.getMessage());
            return 1;
        }
    }

    private static void print(String place, String line) {
        System.out.println("[" + place + "] " + line);
    }

    private static void follow(RunLogs.Kept run, RunOutput output) throws IOException {
        long since = System.nanoTime();
        boolean goesOn = true;
        for (long looks = 0; !System.out.checkError(); looks++) {
            if (goesOn && looks % LOOKS_AT_THE_RUN == 0) {
                goesOn = isListed(run);
                since = System.nanoTime();
            }
            // What places print while they end is theirs, too. A process that nobody has taken note of goes on being
            // there.
            boolean isOver = !goesOn
                    && (ProcessHandle.of(run.pid()).isEmpty()
                            || System.nanoTime() - since > TimeUnit.SECONDS.toNanos(Bound.STOP_SECONDS.value()));
            pause();
            output.tell(LogsCommand::print);
            if (isOver) {
                return;
            }
        }
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean isListed(RunLogs.Kept run) {
        return RunningRuns.all().stream().anyMatch(each -> each.pid() == run.pid());
    }

    /** A place that has printed nothing, or isn't there. */
    private void tellMissing(RunLogs.Kept run) throws IOException {
        var kept = RunOutput.places(run.folder());
        if (place != null && !kept.contains(place)) {
            System.err.println("sojourn: " + place + " has printed nothing; something was printed by " + kept
                    + (kept.contains(RunLog.ONE_JVM) ? ": under --one-jvm places can't be told apart" : ""));
        }
    }

    private static RunLogs.Kept find(String number) {
        List<RunLogs.Kept> all;
        try {
            all = RunLogs.ofUser().all();
        } catch (IOException e) {
            throw new Usage(String.valueOf(e.getMessage()));
        }
        List<Long> running =
                RunningRuns.all().stream().map(RunsFolder.Listed::pid).toList();
        if (all.isEmpty()) {
            throw new Usage("you have no runs whose output is kept; ./sojourn run starts one");
        }
        if (!number.isEmpty()) {
            return all.reversed().stream() // a number may come again
                    .filter(each -> Long.toString(each.pid()).equals(number))
                    .findFirst()
                    .orElseThrow(() -> new Usage("no output is kept of a run " + number + "; there is " + named(all)));
        }
        List<RunLogs.Kept> going =
                all.stream().filter(each -> running.contains(each.pid())).toList();
        if (going.size() > 1) {
            throw new Usage("several runs go on, say which: " + named(going));
        }
        if (going.isEmpty()) {
            RunLogs.Kept last = all.get(all.size() - 1);
            System.err.println("sojourn: run " + last.pid() + " (" + last.program() + "), which has ended");
            return last;
        }
        return going.get(0);
    }

    private static String named(List<RunLogs.Kept> runs) {
        return runs.stream()
                .map(each -> each.pid() + " (" + each.program() + ")")
                .collect(Collectors.joining(", "));
    }
}
