package org.sojourn.bench;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.sojourn.mapping.decision.Advice;
import org.sojourn.mapping.decision.Policy;
import org.sojourn.mapping.report.MappingReport;
import org.sojourn.mapping.vector.CVector;

/**
 * What an expert has said of actors by reading their sources, one a line, to set beside what the analysis says of their class files.
 *
 * @param lines what was said
 */
record ActorOracle(List<Line> lines) {
    /** What is said of each. */
    static final List<String> FIELDS = List.of("blocks", "state", "sends", "work", "where");

    private static final String UNKNOWN = "unknown";

    /**
     * One actor.
     *
     * @param kind its class, the dollar of an object left out
     * @param values in the order of {@link #FIELDS}
     */
    record Line(String kind, List<String> values) {}

    /**
     * How often both say the same of one field.
     *
     * @param same both do
     * @param unknown the analysis says that it doesn't know
     * @param other they differ
     */
    record Agreement(int same, int unknown, int other) {
        private static final Agreement NONE = new Agreement(0, 0, 0);

        private Agreement with(String expert, String analysis) {
            return analysis.equals(UNKNOWN)
                    ? new Agreement(same, unknown + 1, other)
                    : analysis.equals(expert)
                            ? new Agreement(same + 1, unknown, other)
                            : new Agreement(same, unknown, other + 1);
        }

        @Override
        public String toString() {
            return same + " same, " + unknown + " unknown, " + other + " other";
        }
    }

    /** Reads a list that lies beside this class. */
    static ActorOracle of(String resource) {
        try (InputStream in = Objects.requireNonNull(ActorOracle.class.getResourceAsStream(resource), resource)) {
            return new ActorOracle(new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(ActorOracle::line)
                    .toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Line line(String text) {
        List<String> parts = Arrays.stream(text.split("\\|")).map(String::strip).toList();
        if (parts.size() != FIELDS.size() + 2) {
            throw new IllegalArgumentException(
                    "a line has a kind, " + String.join(", ", FIELDS) + ", and the reason: " + text);
        }
        return new Line(parts.getFirst(), parts.subList(1, FIELDS.size() + 1));
    }

    /** Returns for each field how often both agree. */
    Map<String, Agreement> agreement(MappingReport report) {
        Map<String, Agreement> agreement = new LinkedHashMap<>();
        FIELDS.forEach(field -> agreement.put(field, Agreement.NONE));
        for (Line line : lines) {
            List<String> found = values(report, line);
            for (int i = 0; i < FIELDS.size(); i++) {
                int at = i;
                agreement.computeIfPresent(
                        FIELDS.get(i),
                        (field, sofar) -> sofar.with(line.values().get(at), found.get(at)));
            }
        }
        return agreement;
    }

    /** Returns where the analysis says something else about one field, unknown or not, in the order of the lines. */
    List<String> differences(String field, MappingReport report) {
        int at = FIELDS.indexOf(field);
        List<String> differences = new ArrayList<>();
        for (Line line : lines) {
            String said = values(report, line).get(at);
            if (!said.equals(line.values().get(at))) {
                differences.add(line.kind().substring(line.kind().lastIndexOf('.') + 1) + " " + said);
            }
        }
        return differences;
    }

    /** Returns what the analysis says; of a kind that it hasn't found nothing is known. */
    private static List<String> values(MappingReport report, Line line) {
        return report.kinds().stream()
                .filter(each -> each.name().equals(line.kind()) || each.name().equals(line.kind() + '$'))
                .findFirst()
                .map(ActorOracle::values)
                .orElse(Collections.nCopies(FIELDS.size(), UNKNOWN));
    }

    private static List<String> values(Advice advice) {
        CVector vector = advice.traits().vector();
        return List.of(
                shown(vector.blocking().value()),
                shown(vector.state().value()),
                shown(vector.outgoing().value()),
                shown(vector.work().value()),
                advice.policy() == Policy.VIRTUAL || advice.policy() == Policy.THREAD ? "blocking" : "task");
    }

    private static String shown(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
