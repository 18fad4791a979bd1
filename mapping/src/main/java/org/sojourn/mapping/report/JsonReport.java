package org.sojourn.mapping.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sojourn.mapping.analysis.Traits;
import org.sojourn.mapping.decision.Advice;
import org.sojourn.mapping.profile.Comparison;
import org.sojourn.mapping.profile.Profile;
import org.sojourn.mapping.vector.CVector;
import org.sojourn.mapping.vector.Finding;
import org.sojourn.selectors.json.Json;

/** The report for programs. */
final class JsonReport {
    private final MappingReport report;

    JsonReport(MappingReport report) {
        this.report = report;
    }

    String text() {
        Map<String, @Nullable Object> all = new LinkedHashMap<>();
        all.put("kinds", report.kinds().stream().map(this::kind).toList());
        all.put("classes", report.classes());
        all.put("handlers", report.handlers());
        all.put("unknown", report.unknown());
        all.put(
                "leftOut",
                report.leftOut().stream()
                        .map(each -> Map.of("what", each.what(), "why", each.why()))
                        .toList());
        all.put("missing", report.missing());
        all.put("dictionary", report.dictionary());
        if (!report.profiles().isEmpty()) {
            all.put("observed", Map.of("kinds", report.comparisons().size(), "wrong", report.wrong()));
        }
        return Json.of(all);
    }

    private Map<String, @Nullable Object> kind(Advice advice) {
        Map<String, @Nullable Object> kind = new LinkedHashMap<>();
        kind.put("name", advice.name());
        kind.put("framework", advice.traits().kind().framework().shown());
        kind.put("policy", advice.policy().name());
        kind.put("rule", advice.decision().rule());
        kind.put("because", advice.decision().because());
        kind.put("decided", advice.decision().policy().name());
        kind.put(
                "chosenByAuthor",
                advice.chosen() == null ? null : advice.chosen().name());
        kind.put("vector", vector(advice.traits().vector()));
        List<Object> handlers = new ArrayList<>();
        for (Traits.OfHandler each : advice.traits().handlers()) {
            Map<String, @Nullable Object> handler = new LinkedHashMap<>();
            handler.put("for", each.handler().label().replace('/', '.'));
            handler.put("role", each.handler().role().name());
            handler.put("vector", vector(each.vector()));
            handlers.add(handler);
        }
        kind.put("handlers", handlers);
        kind.put("sendsTo", List.copyOf(advice.next()));
        kind.put("receivesFrom", List.copyOf(advice.before()));
        kind.put("hint", advice.hint().isEmpty() ? null : advice.hint());
        Profile profile = report.profiles().get(advice.name());
        if (profile != null) {
            kind.put("observed", observed(new Comparison(advice, profile)));
        }
        return kind;
    }

    private static Map<String, @Nullable Object> observed(Comparison comparison) {
        Map<String, @Nullable Object> observed = new LinkedHashMap<>();
        observed.put("vector", vector(comparison.profile().vector()));
        observed.put("wrong", comparison.wrong());
        observed.put("policyByAnalysis", comparison.byAnalysis().policy().name());
        observed.put("policyByProfile", comparison.byProfile().policy().name());
        return observed;
    }

    private static Map<String, @Nullable Object> vector(CVector vector) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        for (int i = 0; i < CVector.FIELDS.size(); i++) {
            Finding<?> finding = vector.fields().get(i);
            Map<String, @Nullable Object> field = new LinkedHashMap<>();
            field.put("value", finding.value().toString());
            field.put("reason", finding.reason());
            if (finding.where() != null) {
                field.put("class", finding.where().type());
                field.put("method", finding.where().method());
                field.put("line", finding.where().line());
            }
            fields.put(CVector.FIELDS.get(i), field);
        }
        return fields;
    }
}
