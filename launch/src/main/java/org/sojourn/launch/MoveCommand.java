package org.sojourn.launch;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.sojourn.host.run.Notice;
import org.sojourn.host.run.RunQuestion;
import org.sojourn.host.run.RunState;
import org.sojourn.kernel.port.Bound;
import org.sojourn.threads.space.ThreadsProvider;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ./sojourn move}. */
@Command(
        name = "move",
        header = "Moves a thread of a run that goes on, or lists its threads.",
        mixinStandardHelpOptions = true,
        version = Main.VERSION,
        description = {
            "Moves a thread of a run of ./sojourn threads to another place, at its next poll, and says when it is there"
                    + " or why it stays. Without arguments it lists the threads and where they are.%n"
        },
        footer = {"", "Exit status: 0 it is there, 1 it stays or doesn't poll, 2 wrong use."})
final class MoveCommand implements Callable<Integer> {
    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "THREAD",
            description = "its name, or its number, as 33 or #33")
    private @Nullable String thread;

    @Parameters(index = "1", arity = "0..1", paramLabel = "PLACE", description = "the place to move it to, as 2 or p2")
    private @Nullable String place;

    @Option(
            names = "--run",
            paramLabel = "RUN",
            description = "the number of a run, as status shows it (default: the only one)")
    private String number = "";

    @Override
    public Integer call() {
        if (thread != null && place == null) {
            throw new Usage("move needs a place for " + thread + ": ./sojourn move " + thread + " p1");
        }
        if (place != null && !place.matches("p?\\d{1,5}")) {
            throw new Usage("the place is " + place + "; write it like 2 or p2");
        }
        if (!number.matches("\\d*")) {
            throw new Usage("--run is " + number + "; it is the number of a run, as ./sojourn status shows it");
        }
        RunsFolder.Listed run = RunningRuns.find(number, " by --run");
        String target = place == null ? "" : "p" + Integer.parseInt(place.replace("p", ""));
        String question = thread == null ? "" : thread + "\n" + target;
        RunState state = RunningRuns.asked(
                run, RunQuestion.ask(0, ThreadsProvider.WORD, question.getBytes(StandardCharsets.UTF_8)));
        if (state == null) {
            return 1;
        }
        return state.answers().values().stream()
                .findFirst()
                .map(answer -> said(run, target, answer))
                .orElseGet(() -> {
                    System.err.println("sojourn: " + (thread == null ? "the run" : thread) + " hasn't answered within "
                            + Bound.STATUS_ANSWER_SECONDS.value()
                            + " s"
                            + (thread == null
                                    ? ""
                                    : ". The order stands: it moves once it polls with frames that can leave. It"
                                          + " doesn't poll while it waits, is in a call of the platform, or is in code"
                                          + " that isn't woven; ./sojourn move shows where it is"));
                    return 1;
                });
    }

    private int said(RunsFolder.Listed run, String target, Notice.Answered answer) {
        if (!answer.refusal().isEmpty()) {
            throw new Usage("run " + run.pid() + " (" + run.program() + "): " + answer.refusal());
        }
        String text = new String(answer.content(), StandardCharsets.UTF_8).stripTrailing();
        System.out.println(text);
        return thread == null || text.endsWith(" is at " + target) ? 0 : 1;
    }
}
