package org.sojourn.launch;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.sojourn.host.run.RunQuestion;
import org.sojourn.host.run.RunState;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.site.Parameters;
import org.sojourn.selectors.json.Json;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./sojourn set}. */
@Command(
        name = "set",
        header = "Sets parameters of a run while it goes on.",
        mixinStandardHelpOptions = true,
        version = Main.VERSION,
        description = {
            "Sets parameters of a run at all its places, while it runs, and shows them. Without name=value it only"
                    + " shows them.%n"
        },
        footer = {
            "",
            "Try:  ./sojourn set batch-packets=64 batch-micros=500",
            "",
            "Exit status: 0 all places have them so, 1 some don't answer or refuse,",
            "             2 wrong use."
        })
final class SetCommand implements Callable<Integer> {
    @picocli.CommandLine.Parameters(
            index = "0..*",
            paramLabel = "[RUN] [NAME=VALUE...]",
            hideParamSyntax = true,
            description = "the number of a run, as status shows it (default: the only one), and what to set")
    private List<String> words = List.of();

    @Option(names = "--json", description = "print a JSON object")
    private boolean json;

    @Override
    public Integer call() {
        List<String> settings = new ArrayList<>(words);
        String number = !settings.isEmpty() && settings.get(0).matches("\\d+") ? settings.remove(0) : "";
        settings.stream()
                .filter(each -> !each.matches("[^=\\s]+=\\S+"))
                .findFirst()
                .ifPresent(wrong -> {
                    throw new Usage("\"" + wrong
                            + "\" isn't name=value; write set batch-packets=64, or set 4711 batch-packets=64");
                });
        RunsFolder.Listed run = RunningRuns.find(number);
        byte[] question = String.join("\n", settings).getBytes(StandardCharsets.UTF_8);
        RunState state = RunningRuns.asked(run, RunQuestion.ask(RunQuestion.EVERYWHERE, Parameters.WORD, question));
        return state == null ? 1 : print(run, state, !settings.isEmpty(), System.out, System.err);
    }

    /** Shows what each place has, and why others haven't; if all refuse with one sentence, what was typed is wrong. */
    int print(RunsFolder.Listed run, RunState state, boolean isSetting, PrintStream out, PrintStream err) {
        Map<Member, List<Parameters.Seen>> seen = new TreeMap<>();
        Map<Member, String> missing = new TreeMap<>();
        Answers.read(state, Parameters::read, seen, missing);
        boolean isRefusedByAll = isSetting && seen.isEmpty() && state.answers().size() == missing.size();
        if (isRefusedByAll && Set.copyOf(missing.values()).size() == 1) {
            throw new Usage(missing.values().iterator().next());
        }
        missing.forEach((place, why) -> err.println("sojourn: " + place + ": " + why));
        if (!seen.isEmpty() || json) {
            out.println(json ? object(run, seen) : text(seen));
        }
        return missing.isEmpty() ? 0 : 1;
    }

    private static String object(RunsFolder.Listed run, Map<Member, List<Parameters.Seen>> seen) {
        Map<String, String> fields = RunningRuns.fields(run);
        Map<String, String> places = new LinkedHashMap<>();
        seen.forEach((place, all) -> {
            Map<String, String> values = new LinkedHashMap<>();
            all.forEach(each -> values.put(each.name(), Long.toString(each.value())));
            places.put(place.toString(), Json.object(values));
        });
        fields.put("places", Json.object(places));
        return Json.object(fields);
    }

    /** One line for each parameter, or for each of the values that it has at different places. */
    private static String text(Map<Member, List<Parameters.Seen>> seen) {
        Map<Parameters.Seen, List<String>> places = new LinkedHashMap<>();
        seen.forEach((place, all) -> all.forEach(
                each -> places.computeIfAbsent(each, any -> new ArrayList<>()).add(place.toString())));
        return places.entrySet().stream()
                .sorted(Map.Entry.comparingByKey(java.util.Comparator.comparing(Parameters.Seen::name)))
                .map(each -> line(each.getKey(), each.getValue().size() == seen.size() ? List.of() : each.getValue()))
                .collect(Collectors.joining(System.lineSeparator()));
    }

    private static String line(Parameters.Seen its, List<String> places) {
        return its.name() + "=" + its.value()
                + (places.isEmpty() ? "" : " at " + String.join(", ", places))
                + String.format(
                        "%n    %s%n    %d to %s %s",
                        its.meaning(),
                        its.least(),
                        its.most() == Long.MAX_VALUE ? "any number of" : Long.toString(its.most()),
                        its.unit());
    }
}
