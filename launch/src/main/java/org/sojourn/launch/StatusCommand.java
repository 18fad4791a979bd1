package org.sojourn.launch;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.sojourn.host.run.RunQuestion;
import org.sojourn.host.run.RunState;
import org.sojourn.selectors.json.Json;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./sojourn status}. */
@Command(
        name = "status",
        mixinStandardHelpOptions = true,
        version = Main.VERSION,
        description = {
            "Lists your runs on this machine, the oldest first.",
            "For each: its number, which is the process of its command, its program, how long",
            "it has gone on, and its places with their processes.%n"
        })
final class StatusCommand implements Callable<Integer> {
    @Option(names = "--json", description = "print a JSON array")
    private boolean json;

    @Override
    public Integer call() {
        List<RunsFolder.Listed> runs = RunningRuns.all();
        List<String> objects = new ArrayList<>();
        StringBuilder table = new StringBuilder(String.format("%-8s %-24s %10s  %s", "run", "program", "up", "places"));
        for (RunsFolder.Listed run : runs) {
            Map<String, String> fields = RunningRuns.fields(run);
            String places;
            try {
                RunState state = RunningRuns.ask(run, RunQuestion.PLACES);
                fields.put("answers", "true");
                fields.put(
                        "places",
                        state.pids().entrySet().stream()
                                .map(place -> String.format(
                                        "{\"place\":\"%s\",\"pid\":%d}", place.getKey(), place.getValue()))
                                .collect(Collectors.joining(",", "[", "]")));
                places = state.pids().entrySet().stream()
                                .map(place ->
                                        place.getKey() + " " + (place.getValue() == 0 ? "elsewhere" : place.getValue()))
                                .collect(Collectors.joining(", "))
                        + (state.stage().isEmpty() ? "" : "; " + state.stage());
                fields.put("stage", Json.quoted(state.stage()));
            } catch (IOException e) {
                fields.put("answers", "false");
                fields.put("places", "[]");
                places = "doesn't answer: " + e.getMessage();
            }
            String join = run.door().isEmpty()
                    ? ""
                    : Gate.command(run.door(), RunsFolder.ofUser().token(run.pid()));
            if (!join.isEmpty()) {
                fields.put("join", Json.quoted(join));
            }
            objects.add(Json.object(fields));
            table.append(String.format("%n%-8d %-24s %10s  %s", run.pid(), run.program(), up(run), places));
            table.append(join.isEmpty() ? "" : String.format("%n%8s places join by %s", "", join));
        }
        if (json) {
            System.out.println(objects.stream().collect(Collectors.joining(",", "[", "]")));
        } else {
            System.out.println(runs.isEmpty() ? "you have no runs on this machine" : table);
        }
        return 0;
    }

    private static String up(RunsFolder.Listed run) {
        Duration up = RunningRuns.up(run);
        return String.format("%d:%02d:%02d", up.toHours(), up.toMinutesPart(), up.toSecondsPart());
    }
}
