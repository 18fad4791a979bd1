package org.sojourn.launch;

import java.util.List;
import java.util.concurrent.Callable;
import org.sojourn.host.run.Notice;
import org.sojourn.host.run.RunQuestion;
import org.sojourn.host.run.RunState;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code ./sojourn start}. */
@Command(
        name = "start",
        header = "Has the main of a run begin that waits for it.",
        mixinStandardHelpOptions = true,
        version = Main.VERSION,
        description = {"Begins the main of a run that was started with --manual.%n"},
        footer = {"", "Exit status: 0 it begins, 1 it doesn't, 2 wrong use."})
final class StartCommand implements Callable<Integer> {
    @Parameters(
            index = "0..*",
            arity = "0..1",
            paramLabel = "[RUN]",
            hideParamSyntax = true,
            description = "the number of a run, as status shows it (default: the only one)")
    private List<String> words = List.of();

    @Override
    public Integer call() {
        if (words.size() > 1 || !words.isEmpty() && !words.get(0).matches("\\d+")) {
            throw new Usage(
                    "\"" + String.join(" ", words) + "\" isn't the number of a run; write start, or start 4711");
        }
        RunsFolder.Listed run = RunningRuns.find(words.isEmpty() ? "" : words.get(0));
        RunState state = RunningRuns.asked(run, RunQuestion.START);
        if (state == null) {
            return 1;
        }
        String named = "run " + run.pid() + " (" + run.program() + ")";
        for (Notice.Answered answer : state.answers().values()) {
            if (!answer.refusal().isEmpty()) {
                System.err.println("sojourn: " + named + " can't be started: " + answer.refusal());
                return 1;
            }
        }
        System.out.println(named + (state.stage().isEmpty() ? " begins" : " is started, and " + state.stage()));
        return 0;
    }
}
