package org.sojourn.launch;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.sojourn.host.run.Notice;
import org.sojourn.host.run.RunQuestion;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.kernel.quiesce.PlaceReport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code ./sojourn stop}. */
@Command(
        name = "stop",
        header = "Ends a run in order.",
        mixinStandardHelpOptions = true,
        version = Main.VERSION,
        description = {
            "Ends a run in order, whatever it is doing: its places stop, and it ends with status 0, with 1 if"
                    + " something has failed in it, or with 4 if a place was lost.%n"
        },
        footer = {"", "Exit status: 0 the run ends, 1 it doesn't answer, 2 wrong use."})
final class StopCommand implements Callable<Integer> {
    /** What the run says of its end. */
    private static final String SENTENCE = "./sojourn stop asked for it";

    @Parameters(
            index = "0..*",
            arity = "0..1",
            paramLabel = "[RUN]",
            hideParamSyntax = true,
            description = "the number of a run, as status shows it (default: the only one)")
    private List<String> words = List.of();

    /**
     * {@return how a run ends that is stopped: what has failed until then, or was lost, isn't forgotten}
     *
     * @param reports of the places that answer
     * @param losses a sentence for each lost place
     */
    static Notice.Ended ended(Map<Member, PlaceReport> reports, List<String> losses) {
        Ending judged = Ending.of(reports, losses);
        List<String> sentences = new ArrayList<>(List.of(SENTENCE));
        boolean isWell = judged.word() != Ending.Word.FAILED && judged.word() != Ending.Word.TERMINATED_WITH_LOSS;
        if (!isWell) {
            sentences.addAll(judged.sentences());
        }
        return new Notice.Ended(
                new Ending(Ending.Word.STOPPED, sentences, judged.reports()),
                isWell ? 0 : judged.word().status());
    }

    @Override
    public Integer call() {
        if (words.size() > 1 || !words.isEmpty() && !words.get(0).matches("\\d+")) {
            throw new Usage("\"" + String.join(" ", words) + "\" isn't the number of a run; write stop, or stop 4711");
        }
        RunsFolder.Listed run = RunningRuns.find(words.isEmpty() ? "" : words.get(0));
        if (RunningRuns.asked(run, RunQuestion.STOP) == null) {
            return 1;
        }
        System.out.println("run " + run.pid() + " (" + run.program() + ") ends");
        return 0;
    }
}
