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
    private static final MappingReport REPORT = report();

    private static MappingReport report() {
        List<Path> jars = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> entry.matches(".*pekko-[^/\\\\]*\\.jar"))
                .map(Path::of)
                .toList();
        return Mapping.of(jars, List.of());
    }

    /**
     * Exact, so that whoever changes the analysis sees what that does to actors that it wasn't made for, to the better or to the
     * worse. Most of what is unknown is honest: functions that were given, and channels. Work is over-reported by far.
     */
    @Test
    void analysis_ofPekkosOwnActors_agreesWithTheExpertAsRecorded() {
        assertThat(ORACLE.agreement(REPORT))
                .hasToString("{blocks=9 same, 15 unknown, 2 other, state=21 same, 2 unknown, 3 other,"
                        + " sends=14 same, 1 unknown, 11 other, work=4 same, 6 unknown, 16 other,"
                        + " where=22 same, 0 unknown, 4 other}");
        // A literal address; files that are opened to be sent, twice; a latch that streams wait for.
        assertThat(ORACLE.differences("where", REPORT))
                .containsExactly(
                        "AsyncDnsResolver blocking",
                        "TcpIncomingConnection blocking",
                        "TcpOutgoingConnection blocking",
                        "RemoteWatcher blocking");
    }

    /** The planted fault: an expert who says the opposite. */
    @Test
    void expertWhoErrs_isCountedAsDiffering() {
        ActorOracle wrong = new ActorOracle(List.of(
                new ActorOracle.Line(
                        "org.apache.pekko.io.InetAddressDnsResolver",
                        List.of("false", "variable", "scatter", "io", "task")),
                new ActorOracle.Line(
                        "org.apache.pekko.io.NoSuchActor", List.of("false", "nil", "leaf", "io", "task"))));
        assertThat(wrong.agreement(REPORT).values())
                .allSatisfy(each -> assertThat(each).hasToString("0 same, 1 unknown, 1 other"));
    }
}
