package org.sojourn.launch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.sojourn.host.run.Notice;
import org.sojourn.host.run.RunQuestion;
import org.sojourn.host.run.RunState;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Member;
import org.sojourn.selectors.json.Json;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ./sojourn get}. */
@Command(
        name = "get",
        header = "Shows what a run does and what it waits for.",
        mixinStandardHelpOptions = true,
        version = Main.VERSION,
        description = "Shows what a run does and what it waits for, while it goes on.%n",
        footer = {
            "",
            "WHAT is one of",
            "  dump       in words: what runs, waits, is muted or paused, holds mail,",
            "             and what keeps the run open",
            "  selectors  how many selectors of which kind live where",
            "  messages   processed, sent to and received from other places, dead letters,",
            "             and how many wait in which mailboxes",
            "  runs       what the workers run",
            "  waits      what waits for which answer",
            "  muted      what is muted, and by what; mutes so far, and lifted mutes",
            "  paused     which selectors are paused",
            "  starved    which mailboxes starve behind others of higher priority",
            "  failures   failures that weren't handled, and restarts",
            "  open       what keeps the run open: main, keepAlive(), timers, futures,",
            "             moves, turns",
            "  network    the logical network of messengers: nodes, links, variables",
            "  messengers which messengers are where, and what they do or wait for",
            "",
            "Each place is asked by itself: their lines are of different moments.",
            "",
            "Exit status: 0 shown; 1 the run doesn't answer or, of network and messengers,",
            "             a place is missing, which is named; 2 wrong use."
        })
final class GetCommand implements Callable<Integer> {
    private static final int LIMIT = 100;

    /** More are looked at by a program of one's own. */
    private static final int MOST = 100_000;

    @Parameters(
            index = "0..*",
            arity = "0..2",
            paramLabel = "[RUN] [WHAT]",
            hideParamSyntax = true,
            description =
                    "the number of a run, as status shows it (default: the only one), and what to show (default: dump)")
    private List<String> words = List.of();

    @Option(names = "--json", description = "print a JSON object")
    private boolean json;

    @Option(
            names = "--limit",
            paramLabel = "N",
            description = "of network and messengers: how many nodes or messengers to show (default: 100)")
    private @Nullable Integer limit;

    @Override
    public Integer call() {
        List<String> left = new ArrayList<>(words);
        String number = !left.isEmpty() && left.get(0).matches("\\d+") ? left.remove(0) : "";
        Aspect aspect = Aspect.of(left.isEmpty() ? "dump" : left.remove(0));
        boolean isOfNetwork = aspect == Aspect.NETWORK || aspect == Aspect.MESSENGERS;
        if (limit != null && !isOfNetwork) {
            throw new Usage("--limit is for get network and get messengers");
        }
        if (limit != null && (limit < 0 || limit > MOST)) {
            throw new Usage("--limit is " + limit + "; it is how many to show, 0 to " + MOST);
        }
        if (!left.isEmpty()) {
            throw new Usage(
                    "\"" + left.get(0) + "\" is one word too many; write get [RUN] [WHAT], and RUN is a number");
        }
        RunsFolder.Listed run = RunningRuns.find(number);
        if (isOfNetwork) {
            int most = limit == null ? LIMIT : limit;
            return new NetworkView(run, aspect == Aspect.NETWORK, most, json).print();
        }
        RunState state = RunningRuns.asked(run, RunQuestion.ALL);
        if (state == null) {
            return 1;
        }
        System.out.println(json ? object(run, aspect, state) : text(aspect, state));
        return 0;
    }

    private static String object(RunsFolder.Listed run, Aspect aspect, RunState state) {
        Map<String, String> fields = RunningRuns.fields(run);
        List<String> places = new ArrayList<>();
        state.pids().forEach((member, pid) -> {
            Notice.Told told = state.told().get(member);
            Map<String, String> place = new LinkedHashMap<>();
            place.put("place", Json.quoted(member.toString()));
            place.put("pid", pid.toString());
            place.put("answers", Boolean.toString(told != null));
            if (told != null) {
                aspect.values(told).forEach((name, value) -> place.put(name, Json.of(value)));
            }
            places.add(Json.object(place));
        });
        fields.put("places", places.stream().collect(Collectors.joining(",", "[", "]")));
        return Json.object(fields);
    }

    private static String text(Aspect aspect, RunState state) {
        return state.pids().keySet().stream()
                .map(member -> lines(aspect, member, state.told().get(member)))
                .collect(Collectors.joining(System.lineSeparator()));
    }

    private static String lines(Aspect aspect, Member member, Notice.@Nullable Told told) {
        if (told == null) {
            return member + " hasn't answered within " + Bound.STATUS_ANSWER_SECONDS.value() + " s";
        }
        if (aspect == Aspect.DUMP) {
            return String.join(System.lineSeparator(), told.dump().lines());
        }
        StringBuilder text = new StringBuilder(member.toString());
        aspect.values(told).forEach((name, value) -> {
            if (value instanceof List<?> sentences) {
                text.append(sentences.isEmpty() ? " " + name + " nothing" : "");
                sentences.forEach(sentence -> text.append(String.format("%n  %-7s %s", name, sentence)));
            } else if (value instanceof Map<?, ?> counts) {
                text.append(counts.isEmpty() ? " " + name + " nothing" : "");
                counts.forEach((which, count) -> text.append(String.format("%n  %8s %s", count, which)));
            } else {
                text.append(' ').append(name).append(' ').append(value);
            }
        });
        return text.toString();
    }
}
