package org.sojourn.bench;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The report as one JSON object. What was not measured has no member. */
final class JsonReport {
    private JsonReport() {}

    static String of(Report report) {
        Map<String, Object> members = report.environment().members();
        members.put("inline", report.environment().inline());
        members.put("benchmarks", report.rows().stream().map(JsonReport::row).toList());
        report.geometricMean().ifPresent(mean -> members.put("geometricMean", mean));
        return JsonText.of(members);
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
}
