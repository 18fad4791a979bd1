package org.sojourn.launch;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.sojourn.host.run.Notice;
import org.sojourn.host.run.RunQuestion;
import org.sojourn.host.run.RunState;
import org.sojourn.kernel.port.Bound;
import org.sojourn.selectors.json.Json;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ./sojourn drain}. */
@Command(
        name = "drain",
        header = "Has everything that can leave a place of a run.",
        mixinStandardHelpOptions = true,
        version = Main.VERSION,
        description = {
            "Empties a place of a run: everything that can leave leaves. From then on selectors and nodes are created"
                    + " and moved elsewhere, and threads go home. Says what stays, and why.%n"
        },
        footer = {
            "",
            "Exit status: 0 the place was drained, even if something stays there;",
            "             1 it wasn't; 2 wrong use."
        })
final class DrainCommand implements Callable<Integer> {
    @Parameters(
            index = "0..*",
            arity = "1..2",
            paramLabel = "[RUN] PLACE",
            hideParamSyntax = true,
            description = "the number of a run, as status shows it (default: the only one), and the place, as p1")
    private List<String> words = List.of();

    @Option(names = "--json", description = "print a JSON object")
    private boolean json;

    @Override
    public Integer call() {
        List<String> left = new ArrayList<>(words);
        String number = left.size() > 1 ? left.remove(0) : "";
        String place = left.remove(0);
        if (!place.matches("p\\d{1,6}") || !number.matches("\\d*") || !left.isEmpty()) {
            throw new Usage("\"" + String.join(" ", words) + "\" isn't [RUN] PLACE; write drain p1, or drain 4711 p1");
        }
        RunsFolder.Listed run = RunningRuns.find(number);
        int wanted = Integer.parseInt(place.substring(1));
        RunState state = RunningRuns.asked(run, RunQuestion.drain(wanted));
        if (state == null) {
            return 1;
        }
        Notice.Drained drained = state.drained();
        if (drained == null) {
            System.err.println("sojourn: selectors, nodes or threads still leave " + place + " after "
                    + Bound.DRAIN_SECONDS.value() + " s. Draining goes on; ask again to see what is left");
            return 1;
        }
        if (!drained.refusal().isEmpty()) {
            if (state.pids().keySet().stream().noneMatch(each -> each.place() == wanted)) {
                throw new Usage(drained.refusal());
            }
            System.err.println("sojourn: " + drained.refusal());
            return 1;
        }
        System.out.println(json ? object(run, place, drained) : text(place, drained));
        return 0;
    }

    private static String object(RunsFolder.Listed run, String place, Notice.Drained drained) {
        Map<String, String> fields = RunningRuns.fields(run);
        fields.put("place", Json.quoted(place));
        fields.put("left", Long.toString(drained.left()));
        fields.put("alive", Json.of(drained.alive()));
        fields.put("reasons", Json.of(drained.reasons()));
        return Json.object(fields);
    }

    private static String text(String place, Notice.Drained drained) {
        String left = drained.left() + " selectors, nodes and threads have left " + place;
        if (drained.alive().isEmpty()) {
            return left + "; nothing is left there that could";
        }
        String kinds = new TreeMap<>(drained.alive())
                .entrySet().stream()
                        .map(kind -> kind.getValue() + " " + kind.getKey())
                        .collect(Collectors.joining(", "));
        return left + "; there still live " + kinds
                + drained.reasons().stream()
                        .map(each -> String.format("%n  %s", each))
                        .collect(Collectors.joining());
    }
}
