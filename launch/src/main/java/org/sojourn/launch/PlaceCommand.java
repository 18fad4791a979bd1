package org.sojourn.launch;

import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.sojourn.host.run.Notice;
import org.sojourn.host.run.RunQuestion;
import org.sojourn.host.run.RunState;
import org.sojourn.kernel.port.Member;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./sojourn place}. */
@Command(
        name = "place",
        header = "Has a place join a run that goes on, or leave it.",
        mixinStandardHelpOptions = true,
        version = Main.VERSION,
        description = {
            "Makes a place join a running run on this machine, or leave it. Everything that lives at a place that"
                + " leaves goes on at the others. The place leaves when nothing lives there any more, and nothing is"
                + " lost.",
            "By the address of a run anywhere (run --listen), this process joins it, and stays until its place has left"
                    + " or the run has ended; SIGTERM or Ctrl-C has it leave.%n"
        },
        footer = {
            "",
            "Exit status: 0 it has joined or left, 1 it hasn't, 2 wrong use; by an address",
            "             that of the run, as far as its place has seen it."
        })
final class PlaceCommand implements Callable<Integer> {
    /** One of the two. */
    static final class Way {
        @Option(
                names = "--join",
                required = true,
                arity = "0..1",
                fallbackValue = "",
                paramLabel = "HOST:PORT",
                description = "one more place joins, begun by the run; or, with the run's address, begun here")
        @Nullable
        String join;

        @Option(names = "--leave", required = true, paramLabel = "PLACE", description = "which place leaves, as p2")
        @Nullable
        String leave;
    }

    @ArgGroup(multiplicity = "1")
    private Way way = new Way();

    @Option(
            names = "--as",
            paramLabel = "PLACE",
            description = "the name of a place that has gone, as p2, for the one that joins (default: a new one)")
    private @Nullable String as;

    @Mixin
    private JoinElsewhere elsewhere = new JoinElsewhere();

    @Option(
            names = "--run",
            paramLabel = "RUN",
            defaultValue = "",
            description = "the number of a run, as status shows it (default: the only one)")
    private String number = "";

    @Override
    public Integer call() {
        int place = as == null ? RunQuestion.EVERYWHERE : number("--as", as);
        if (way.join == null && as != null) {
            throw new Usage("--as names a place that joins; with --leave it has no meaning");
        }
        if (way.join != null && !way.join.isEmpty()) {
            if (!number.isEmpty()) {
                throw new Usage("--run is for runs of this machine; the address says which run is joined");
            }
            return elsewhere.join(HostPort.of("--join", way.join), place);
        }
        if (elsewhere.isGiven()) {
            throw new Usage(
                    "--token-file, --host, --heap, --workers and --jvm-opt are for a run that is joined by its address:"
                            + " --join HOST:PORT");
        }
        return ask(
                way.join != null
                        ? RunQuestion.join(place)
                        : RunQuestion.leave(number("--leave", String.valueOf(way.leave))));
    }

    private int ask(RunQuestion question) {
        RunsFolder.Listed run = RunningRuns.find(number, " by --run");
        RunState state = RunningRuns.asked(run, question.patiently());
        if (state == null) {
            return 1;
        }
        for (Map.Entry<Member, Notice.Answered> answer : state.answers().entrySet()) {
            if (!answer.getValue().refusal().isEmpty()) {
                System.err.println("sojourn: " + answer.getValue().refusal());
                return 1;
            }
            System.out.println(answer.getKey() + " has joined run " + run.pid() + " (" + run.program() + ")");
            return 0;
        }
        System.out.println(way.leave + " has left run " + run.pid() + " (" + run.program() + ")");
        return 0;
    }

    private static int number(String option, String place) {
        if (!place.matches("p\\d{1,5}")) {
            throw new Usage(option + " is \"" + place + "\"; a place is p0, p1, ...");
        }
        return Integer.parseInt(place.substring(1));
    }
}
