package org.sojourn.bench;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The report as one JSON object. What was not measured has no member. */
final class JsonReport {
    private static final int FIRST_PRINTABLE = ' ';

    private JsonReport() {}

    static String of(Report report) {
        Environment environment = report.environment();
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("jdk", environment.jdk());
        members.put("heap", environment.heapMegabytes() + " MiB" + (environment.heapIsFixed() ? ", fixed" : ""));
        members.put("collector", environment.collector());
        members.put("processors", environment.processors());
        members.put("flags", environment.flags());
        members.put("inline", environment.inline());
        members.put("benchmarks", report.rows().stream().map(JsonReport::row).toList());
        report.geometricMean().ifPresent(mean -> members.put("geometricMean", mean));
        return text(members);
    }

    private static Map<String, Object> row(Row row) {
        Benchmark benchmark = row.benchmark();
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("name", benchmark.name());
        members.put("family", benchmark.family().toString());
        members.put("parameters", benchmark.parameters());
        members.put("messages", benchmark.messages());
        members.put("right", !row.isWrong());
        if (row.isWrong()) {
            members.put("problem", row.problem());
        }
        row.measurement().ifPresent(measured -> measured(members, row, measured));
        return members;
    }

    private static void measured(Map<String, Object> members, Row row, Measurement measured) {
        members.put("millis", measured.sojourn().median());
        members.put("millisMin", measured.sojourn().min());
        members.put("spread", measured.sojourn().spread());
        Optional<Series> peer = measured.peer();
        if (peer.isPresent()) {
            members.put("pekkoMillis", peer.get().median());
            members.put("pekkoMillisMin", peer.get().min());
            members.put("pekkoSpread", peer.get().spread());
            members.put("pekkoThreads", row.peerThreads());
        }
        Optional<Series> ratio = measured.ratio();
        if (ratio.isPresent()) {
            members.put("ratio", ratio.get().median());
            members.put("ratioMin", ratio.get().min());
            members.put("ratioMax", ratio.get().max());
        }
        members.put("runs", measured.sojourn().values().size() + measured.rejected());
        members.put("rejected", measured.rejected());
        members.put("void", measured.isVoid());
    }

    private static String text(Object value) {
        return switch (value) {
            case Map<?, ?> members ->
                members.entrySet().stream()
                        .map(member -> quoted(member.getKey().toString()) + ":" + text(member.getValue()))
                        .collect(Collectors.joining(",", "{", "}"));
            case List<?> elements -> elements.stream().map(JsonReport::text).collect(Collectors.joining(",", "[", "]"));
            // Four places after the point: more is noise.
            case Double number -> Double.toString(Math.rint(number * 1e4) / 1e4);
            case Number number -> number.toString();
            case Boolean truth -> truth.toString();
            default -> quoted(value.toString());
        };
    }

    private static String quoted(String text) {
        return text.chars()
                .mapToObj(c -> c == '"' || c == '\\'
                        ? "\\" + (char) c
                        : c < FIRST_PRINTABLE ? "\\u%04x".formatted(c) : Character.toString(c))
                .collect(Collectors.joining("", "\"", "\""));
    }
}
