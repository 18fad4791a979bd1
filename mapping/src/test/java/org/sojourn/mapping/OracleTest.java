package org.sojourn.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.sojourn.mapping.analysis.Traits;
import org.sojourn.mapping.decision.Advice;
import org.sojourn.mapping.decision.Policy;
import org.sojourn.mapping.report.MappingReport;
import org.sojourn.mapping.vector.CVector;

/** A hundred named handlers, of this library, the JDK and Pekko, with what each should be. */
final class OracleTest {
    private static final Path CLASSES = Path.of("target/test-classes/org/sojourn/mapping/sample");

    private record Line(String kind, String handler, String vector) {}

    private static List<Line> oracle() {
        try (InputStream in = Objects.requireNonNull(OracleTest.class.getResourceAsStream("oracle.txt"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(line -> line.split(" \\| "))
                    .map(parts -> new Line(parts[0], parts[1], "<" + parts[2].strip() + ">"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static MappingReport samples() {
        return Mapping.of(List.of(CLASSES), Corpus.pekko());
    }

    @Test
    void oracle_ofNamedHandlers_isMet() {
        Map<String, CVector> found = new TreeMap<>();
        add(samples(), found);
        add(Mapping.of(Corpus.pekko(), List.of()), found);
        List<String> wrong = new ArrayList<>();
        Map<String, Integer> unknown = new LinkedHashMap<>();
        CVector.FIELDS.forEach(field -> unknown.put(field, 0));
        for (Line line : oracle()) {
            CVector vector = line.kind().startsWith("java.")
                    ? Corpus.ofJdk(line.kind(), line.handler())
                    : found.get(line.kind() + " " + line.handler());
            String now = String.valueOf(vector);
            if (!now.equals(line.vector())) {
                wrong.add(line.kind() + " | " + line.handler() + " | " + now + " instead of " + line.vector());
            }
            String[] values = now.split(", ");
            for (int i = 0; i < values.length; i++) {
                if (values[i].contains("?")) {
                    unknown.merge(CVector.FIELDS.get(i), 1, Integer::sum);
                }
            }
        }
        System.out.println("unknown, of " + oracle().size() + " handlers: " + unknown);
        assertThat(wrong).isEmpty();
        assertThat(oracle()).hasSizeGreaterThanOrEqualTo(100);
    }

    private static void add(MappingReport report, Map<String, CVector> found) {
        for (Advice advice : report.kinds()) {
            String kind = advice.name().replace("org.sojourn.mapping.sample.", "");
            for (Traits.OfHandler each : advice.traits().handlers()) {
                Arrays.stream(each.handler().shown().split("\\|"))
                        .forEach(label -> found.putIfAbsent(kind + " " + label, each.vector()));
            }
        }
    }

    private static Advice advice(String kind) {
        return samples().kinds().stream()
                .filter(each -> each.name().endsWith("$" + kind))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void author_whoNamesAPolicy_isHeard() {
        assertThat(advice("Chosen").policy()).isEqualTo(Policy.THREAD);
        assertThat(advice("Chosen").decision().policy()).isNotEqualTo(Policy.THREAD);
    }

    @Test
    void kind_withOneSenderWhichCreatesIt_isCalled() {
        assertThat(advice("Owned").before()).containsExactly("org.sojourn.mapping.sample.Samples$Owner");
        assertThat(advice("Owned").decision().policy()).isEqualTo(Policy.SEQ);
    }

    @Test
    void kind_thatSendsToItself_isNotRunOnItsSenders() {
        assertThat(advice("Asker").decision().policy().isOnSender()).isFalse();
    }

    @Test
    void behaviour_ofFunctions_keepsItsStateInArguments() {
        assertThat(advice("Ticker").traits().vector().state().toString()).contains("counting is given int");
    }

    @Test
    void evidence_ofAHelper_namesTheHelpersLine() {
        CVector vector = advice("Worker").traits().vector();
        assertThat(vector.work().where()).isNotNull();
        assertThat(vector.work().toString()).containsPattern("Samples\\$Worker\\.\\w+:\\d+");
    }
}
