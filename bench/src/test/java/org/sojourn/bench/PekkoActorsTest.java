package org.sojourn.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sojourn.mapping.Mapping;
import org.sojourn.mapping.report.MappingReport;

/** What the analysis says of Pekko's own actors, beside what an expert has said by reading them. */
class PekkoActorsTest {
    private static final ActorOracle ORACLE = ActorOracle.of("pekko.txt");

    private static MappingReport report() {
        List<Path> jars = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> entry.matches(".*pekko-[^/\\\\]*\\.jar"))
                .map(Path::of)
                .toList();
        return Mapping.of(jars, List.of());
    }

    @Test
    void analysis_ofPekkosOwnActors_agreesWithTheExpertAsRecorded() {
        MappingReport report = report();
        System.out.println(ORACLE.agreement(report));
        for (String field : ActorOracle.FIELDS) {
            System.out.println(field + ": " + ORACLE.differences(field, report));
        }
        assertThat(ORACLE.lines()).hasSizeGreaterThanOrEqualTo(20);
    }
}
