package org.sojourn.launch;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.sojourn.host.run.Notice;
import org.sojourn.host.run.RunQuestion;
import org.sojourn.host.run.RunState;
import org.sojourn.kernel.port.Member;
import org.sojourn.launch.network.NodeText;
import org.sojourn.messengers.look.Look;
import org.sojourn.messengers.look.MessengerSeen;
import org.sojourn.messengers.look.NodeSeen;
import org.sojourn.messengers.look.PlaceSeen;
import org.sojourn.selectors.json.Json;

/** {@code ./sojourn get network} and {@code get messengers}: what the places of a run say of both, as far as is asked for. */
final class NetworkView {
    /** So many links of a node are shown, and so much of a long value. */
    private static final int LINKS = 20;

    private static final int ELEMENTS = 12;

    private final RunsFolder.Listed run;
    private final boolean isOfNodes;
    private final int most;
    private final boolean json;

    /**
     * A view to be printed.
     *
     * @param isOfNodes whether of nodes, and not of messengers
     * @param most how many at most, of all places together
     */
    NetworkView(RunsFolder.Listed run, boolean isOfNodes, int most, boolean json) {
        this.run = run;
        this.isOfNodes = isOfNodes;
        this.most = most;
        this.json = json;
    }

    /** Asks, and prints; the exit status. */
    int print() {
        Look look = new Look(Look.Cursor.NONE, isOfNodes ? most : 0, isOfNodes ? 0 : most, LINKS, ELEMENTS);
        RunState state = RunningRuns.asked(run, RunQuestion.ask(RunQuestion.EVERYWHERE, Look.WORD, look.bytes()));
        return state == null ? 1 : print(state, System.out, System.err);
    }

    /** Prints what there is, and which places are missing; the exit status. */
    int print(RunState state, PrintStream out, PrintStream err) {
        Map<Member, PlaceSeen> seen = new TreeMap<>();
        Map<Member, String> missing = new TreeMap<>();
        Answers.read(state, PlaceSeen::read, seen, missing);
        seen.replaceAll((place, first) -> whole(place, first, missing));
        missing.forEach((place, why) -> err.println("sojourn: " + place + ": " + why));
        if (!seen.isEmpty()) {
            out.println(json ? object(state, seen) : text(seen));
        }
        return missing.isEmpty() ? 0 : 1;
    }

    /** Asks for more while fewer have come than are wanted: an answer has a bound in bytes. */
    private PlaceSeen whole(Member place, PlaceSeen first, Map<Member, String> missing) {
        List<NodeSeen> nodes = new ArrayList<>(first.nodes());
        PlaceSeen page = first;
        while (nodes.size() < most && !page.next().equals(Look.Cursor.NONE) && !missing.containsKey(place)) {
            Look look = new Look(page.next(), most - nodes.size(), 0, LINKS, ELEMENTS);
            RunState state = RunningRuns.asked(run, RunQuestion.ask(place.place(), Look.WORD, look.bytes()));
            Notice.Answered answer = state == null ? null : state.answers().get(place);
            if (answer == null || !answer.refusal().isEmpty()) {
                missing.put(
                        place, "the nodes after the first " + nodes.size() + " are missing: it " + Answers.why(answer));
            } else {
                page = PlaceSeen.read(answer.content());
                nodes.addAll(page.nodes());
            }
        }
        return new PlaceSeen(
                first.place(),
                first.nodeCount(),
                first.messengerCount(),
                nodes,
                page.next(),
                first.messengers(),
                first.busy());
    }

    private long count(PlaceSeen of) {
        return isOfNodes ? of.nodeCount() : of.messengerCount();
    }

    private String counted(long count) {
        return count + (isOfNodes ? " node" : " messenger") + (count == 1 ? "" : "s");
    }

    // ---- for people -----------------------------------------------------------------------------------------------

    private String text(Map<Member, PlaceSeen> seen) {
        List<String> lines = new ArrayList<>();
        int left = most;
        long all = 0;
        for (PlaceSeen place : seen.values()) {
            all += count(place);
            lines.add(place.place() + " has " + NodeText.counted(place.nodeCount(), "node") + " and "
                    + NodeText.counted(place.messengerCount(), "messenger"));
            int shown = Math.min(
                    left, isOfNodes ? place.nodes().size() : place.messengers().size());
            left -= shown;
            if (isOfNodes) {
                place.nodes().stream().limit(shown).forEach(each -> lines.addAll(NodeText.of(each)));
            } else {
                place.messengers().stream().limit(shown).forEach(each -> lines.add(NodeText.of(each)));
            }
            place.busy().forEach(each -> lines.add("  (" + each + ")"));
        }
        long hidden = all - (most - left);
        if (hidden > 0 && seen.values().stream().allMatch(each -> each.busy().isEmpty())) {
            lines.add("and " + counted(hidden) + " more"
                    + (left == 0 ? "; --limit says how many are shown" : ", on their way or gone by now"));
        }
        return String.join(System.lineSeparator(), lines);
    }

    // ---- as JSON --------------------------------------------------------------------------------------------------

    private String object(RunState state, Map<Member, PlaceSeen> seen) {
        Map<String, String> fields = RunningRuns.fields(run);
        fields.put(
                "nodes",
                Long.toString(
                        seen.values().stream().mapToLong(PlaceSeen::nodeCount).sum()));
        fields.put(
                "messengers",
                Long.toString(seen.values().stream()
                        .mapToLong(PlaceSeen::messengerCount)
                        .sum()));
        List<String> places = new ArrayList<>();
        int left = most;
        for (Member each : state.pids().keySet()) {
            PlaceSeen its = seen.get(each);
            Map<String, String> place = new LinkedHashMap<>();
            place.put("place", Json.quoted(each.toString()));
            place.put("answers", Boolean.toString(its != null));
            if (its != null) {
                place.put("nodes", Long.toString(its.nodeCount()));
                place.put("messengers", Long.toString(its.messengerCount()));
                int shown = Math.min(
                        left, isOfNodes ? its.nodes().size() : its.messengers().size());
                left -= shown;
                place.put(
                        "shown",
                        isOfNodes
                                ? nodes(its.nodes().subList(0, shown))
                                : messengers(its.messengers().subList(0, shown)));
                place.put("busy", Json.of(its.busy()));
            }
            places.add(Json.object(place));
        }
        fields.put("places", places.stream().collect(Collectors.joining(",", "[", "]")));
        return Json.object(fields);
    }

    private static String nodes(List<NodeSeen> nodes) {
        return nodes.stream().map(NodeText::object).collect(Collectors.joining(",", "[", "]"));
    }

    private static String messengers(List<MessengerSeen> messengers) {
        return messengers.stream().map(NodeText::object).collect(Collectors.joining(",", "[", "]"));
    }
}
