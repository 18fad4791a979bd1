package org.sojourn.mapping.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.sojourn.mapping.code.Sources;
import org.sojourn.mapping.decision.Advice;
import org.sojourn.mapping.profile.Comparison;
import org.sojourn.mapping.vector.Blocking;
import org.sojourn.mapping.vector.CVector;
import org.sojourn.mapping.vector.Finding;
import org.sojourn.mapping.vector.Outgoing;
import org.sojourn.mapping.vector.State;
import org.sojourn.mapping.vector.Work;

/** The report for terminals: a row for each kind, and below it why. */
final class TextTable {
    private static final int MOST_MISSING = 5;

    private final MappingReport report;
    private final StringBuilder out = new StringBuilder();

    TextTable(MappingReport report) {
        this.report = report;
    }

    String text() {
        if (report.kinds().isEmpty()) {
            out.append("No kinds of selectors or actors were found.\n");
        } else {
            int width = report.kinds().stream()
                    .mapToInt(each -> each.name().length())
                    .max()
                    .orElse(0);
            String row = "%-" + Math.min(Math.max(width, 4), 60) + "s  %-8s %-24s %s%n";
            out.append(String.format(
                    row, "KIND", "POLICY", "RULE", "VECTOR (blocking, state, parallelism, out, in, work)"));
            Map<String, Comparison> observed = report.comparisons().stream()
                    .collect(Collectors.toMap(each -> each.advice().name(), each -> each));
            for (Advice each : report.kinds()) {
                String rule = each.chosen() == null ? each.decision().rule() : "named by its author";
                out.append(String.format(
                        row, each.name(), each.policy(), rule, each.traits().vector()));
                List<String> reasons = reasons(each);
                addObserved(reasons, observed.get(each.name()));
                reasons.forEach(reason -> out.append("    ").append(reason).append('\n'));
            }
            out.append('\n').append(summary()).append('\n');
            addComparison();
        }
        addLeftOut();
        return out.toString();
    }

    private static void addObserved(List<String> reasons, @Nullable Comparison comparison) {
        if (comparison == null) {
            return;
        }
        CVector observed = comparison.profile().vector();
        List<String> wrong = comparison.wrong();
        reasons.add("observed " + observed + (wrong.isEmpty() ? "" : ", so wrong are " + String.join(", ", wrong))
                + "; by the diagram " + comparison.byProfile().policy()
                + (comparison.isOtherPolicy()
                        ? " instead of " + comparison.byAnalysis().policy()
                        : " as well"));
        for (String field : wrong) {
            reasons.add("observed " + field + ": "
                    + observed.fields().get(CVector.FIELDS.indexOf(field)).reason());
        }
    }

    private void addComparison() {
        List<Comparison> all = report.comparisons();
        if (report.profiles().isEmpty()) {
            return;
        }
        String changed = all.stream()
                .filter(Comparison::isOtherPolicy)
                .map(each -> each.advice().name() + " " + each.byAnalysis().policy() + " -> "
                        + each.byProfile().policy())
                .collect(Collectors.joining(", "));
        out.append("observed: ")
                .append(all.size())
                .append(" of these kinds; wrong by the profile: ")
                .append(report.wrong().entrySet().stream()
                        .map(each -> each.getKey() + ' ' + each.getValue())
                        .collect(Collectors.joining(", ")))
                .append("\nby the diagram the policy would ")
                .append(changed.isEmpty() ? "be the same for each" : "differ: " + changed)
                .append('\n');
    }

    private static List<String> reasons(Advice advice) {
        List<String> reasons = new ArrayList<>();
        reasons.add(
                advice.chosen() == null
                        ? advice.decision().because()
                        : "by analysis it would be " + advice.decision().policy() + ": "
                                + advice.decision().because());
        CVector vector = advice.traits().vector();
        add(reasons, "blocking", vector.blocking(), Blocking.FALSE);
        add(reasons, "state", vector.state(), State.NIL);
        add(reasons, "out", vector.outgoing(), Outgoing.LEAF);
        add(reasons, "work", vector.work(), Work.IO);
        if (!advice.next().isEmpty()) {
            reasons.add("sends to " + String.join(", ", advice.next()));
        }
        if (!advice.hint().isEmpty()) {
            reasons.add(advice.hint());
        }
        return reasons;
    }

    private static <V extends Enum<V>> void add(List<String> reasons, String field, Finding<V> finding, V usual) {
        if (finding.value() != usual) {
            reasons.add(field + ' ' + finding.value() + ": " + finding);
        }
    }

    private String summary() {
        Map<String, Long> policies = report.kinds().stream()
                .collect(Collectors.groupingBy(each -> each.policy().name(), TreeMap::new, Collectors.counting()));
        String unknown = report.unknown().entrySet().stream()
                .map(each -> each.getKey() + ' ' + percent(each.getValue()))
                .collect(Collectors.joining(", "));
        return report.counts(" with ") + ": "
                + policies.entrySet().stream()
                        .map(each -> each.getValue() + " " + each.getKey())
                        .collect(Collectors.joining(", "))
                + "\nunknown, of all handlers: " + unknown;
    }

    static String percent(double share) {
        return Math.round(share * 100) + " %";
    }

    private void addLeftOut() {
        if (!report.leftOut().isEmpty()) {
            out.append("\nLeft out:\n");
            for (Sources.LeftOut each : report.leftOut()) {
                out.append("    ")
                        .append(each.what())
                        .append(": ")
                        .append(each.why())
                        .append('\n');
            }
        }
        if (!report.missing().isEmpty()) {
            int count = report.missing().size();
            out.append('\n').append(report.notFound()).append(count > MOST_MISSING ? ", such as " : ": ");
            out.append(report.missing().stream().limit(MOST_MISSING).collect(Collectors.joining(", ")));
            out.append(";\nname the jars that have ")
                    .append(count == 1 ? "it" : "them")
                    .append(" with --class-path, and more will be known.\n");
        }
    }
}
