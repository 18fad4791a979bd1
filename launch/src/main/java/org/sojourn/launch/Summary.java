package org.sojourn.launch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sojourn.host.run.Notice;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.kernel.quiesce.PlaceReport;
import org.sojourn.selectors.json.Json;

/**
 * What there is to say when a run has ended: a table for people, or an object for programs.
 *
 * @param ending how it ended
 * @param status the exit status
 * @param millis from the command to the end
 * @param results what the program reported, as JSON
 * @param pids the process of each place
 * @param startup how long each place took to start
 */
record Summary(
        Ending ending,
        int status,
        long millis,
        Map<String, String> results,
        Map<Member, Long> pids,
        Map<Member, Notice.Up> startup) {

    String table() {
        StringBuilder text = new StringBuilder();
        if (!ending.reports().isEmpty()) {
            text.append(String.format(
                    "%-6s %10s %10s %10s %10s %12s %12s %6s %6s%n",
                    "place", "work", "selectors", "msgs out", "msgs in", "bytes out", "bytes in", "moves", "busy"));
            new TreeMap<>(ending.reports())
                    .forEach((member, report) -> text.append(String.format(
                            "%-6s %10d %10d %10d %10d %12d %12d %6d %5d%%%n",
                            member,
                            report.work(),
                            report.created(),
                            report.sent(),
                            report.received(),
                            report.traffic().bytesOut(),
                            report.traffic().bytesIn(),
                            report.moves(),
                            report.busyPermille() / 10)));
        }
        text.append(ending.word());
        if (ending.word() == Ending.Word.STOPPED) {
            text.append(" with status ").append(status);
        }
        text.append(" after ").append(millis).append(" ms");
        for (String sentence : sentences()) {
            text.append(System.lineSeparator()).append("  ").append(sentence);
        }
        return text.toString();
    }

    /** Why it has ended so, and what else there is to say. */
    private List<String> sentences() {
        List<String> sentences = new ArrayList<>(ending.sentences());
        mistakes().filter(each -> !ending.sentences().contains(each)).forEach(sentences::add);
        if (!done().isEmpty()) {
            sentences.add("done: "
                    + done().entrySet().stream()
                            .map(each -> each.getValue() + " " + each.getKey())
                            .collect(Collectors.joining(", ")));
        }
        long dead = sum(PlaceReport::deadLetters);
        if (dead > 0) {
            sentences.add(dead + (dead == 1 ? " dead letter" : " dead letters"));
        }
        ending.reports()
                .values()
                .forEach(report ->
                        report.starved().keySet().forEach(which -> sentences.add("mailbox " + which + " starved")));
        long lifted = sum(PlaceReport::lifted);
        if (lifted > 0) {
            sentences.add(lifted + " of " + sum(PlaceReport::mutes)
                    + " mutes of senders were lifted, as nothing else could run");
        }
        return sentences;
    }

    /** What guests have done at all places. */
    private Map<String, Long> done() {
        Map<String, Long> done = new TreeMap<>();
        ending.reports().values().forEach(report -> report.done().forEach((what, n) -> done.merge(what, n, Long::sum)));
        return done;
    }

    /** Messages that no mailbox took, at all places, in words. */
    private Stream<String> mistakes() {
        return ending.reports().values().stream().flatMap(report -> report.mistakes().stream());
    }

    String startupTable() {
        StringBuilder text = new StringBuilder("start-up in ms since each JVM's start: ");
        startup.forEach((member, up) -> text.append(String.format(
                "%n  %s: assigned %d, bound %d, kernel made %d, up %d",
                member, up.loadMillis(), up.boundMillis(), up.madeMillis(), up.upMillis())));
        return text.toString();
    }

    String json() {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("ended", Json.quoted(ending.word().toString()));
        fields.put("status", Integer.toString(status));
        fields.put("result", Json.object(results));
        List<String> places = new ArrayList<>();
        for (Member member : listed()) {
            PlaceReport report = ending.reports().get(member);
            places.add(report == null ? Json.object(identity(member)) : place(member, report));
        }
        fields.put("places", places.stream().collect(Collectors.joining(",", "[", "]")));
        fields.put("messages", Long.toString(sum(PlaceReport::sent)));
        fields.put("processed", Long.toString(sum(PlaceReport::processed)));
        fields.put("deadLetters", Long.toString(sum(PlaceReport::deadLetters)));
        fields.put("moves", Long.toString(sum(PlaceReport::moves)));
        fields.put("done", counts(done()));
        fields.put("millis", Long.toString(millis));
        fields.put("why", ending.sentences().stream().map(Json::quoted).collect(Collectors.joining(",", "[", "]")));
        return Json.object(fields);
    }

    private long sum(java.util.function.ToLongFunction<PlaceReport> field) {
        return ending.reports().values().stream().mapToLong(field).sum();
    }

    /** Who has reported; and who hasn't, unless it was lost or the run never began. */
    private Set<Member> listed() {
        Set<Member> listed = new TreeSet<>(ending.reports().keySet());
        if (!startup.isEmpty() && ending.word() != Ending.Word.TERMINATED_WITH_LOSS) {
            listed.addAll(pids.keySet());
        }
        return listed;
    }

    /** All that is known of a place that hasn't reported. */
    private Map<String, String> identity(Member member) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("place", Json.quoted(member.toString()));
        Long pid = pids.get(member);
        if (pid != null) {
            fields.put("pid", pid.toString());
        }
        return fields;
    }

    private String place(Member member, PlaceReport report) {
        Map<String, String> fields = identity(member);
        fields.put("work", Long.toString(report.work()));
        fields.put("selectors", Long.toString(report.created()));
        fields.put("processed", Long.toString(report.processed()));
        fields.put("messagesOut", Long.toString(report.sent()));
        fields.put("messagesIn", Long.toString(report.received()));
        fields.put("bytesOut", Long.toString(report.traffic().bytesOut()));
        fields.put("bytesIn", Long.toString(report.traffic().bytesIn()));
        fields.put("moves", Long.toString(report.moves()));
        fields.put("restarts", Long.toString(report.restarts()));
        fields.put("mistakes", report.mistakes().stream().map(Json::quoted).collect(Collectors.joining(",", "[", "]")));
        fields.put("starved", counts(report.starved()));
        fields.put("muted", Long.toString(report.mutes()));
        fields.put("lifted", Long.toString(report.lifted()));
        fields.put("busy", String.format(java.util.Locale.ROOT, "%.3f", report.busyPermille() / 1000.0));
        fields.put("alive", counts(report.alive()));
        Notice.Up up = startup.get(member);
        if (up != null) {
            fields.put("upMillis", Long.toString(up.upMillis()));
        }
        return Json.object(fields);
    }

    private static String counts(Map<String, Long> counts) {
        Map<String, String> fields = new LinkedHashMap<>();
        counts.forEach((name, count) -> fields.put(name, count.toString()));
        return Json.object(fields);
    }
}
