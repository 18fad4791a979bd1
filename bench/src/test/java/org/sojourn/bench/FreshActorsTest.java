package org.sojourn.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.sojourn.mapping.Mapping;
import org.sojourn.mapping.report.MappingReport;

/**
 * What the analysis says of actors that it wasn't made with. Their jars are no dependency of ours: {@code
 * bench/src/test/scripts/fresh-actors.sh} fetches them and runs this.
 */
class FreshActorsTest {
    private static final String JARS = System.getProperty("sojourn.fresh", "");

    private static List<Path> jars(boolean areFresh) throws IOException {
        try (Stream<Path> all = Files.list(Path.of(JARS))) {
            return all.filter(each -> each.toString().endsWith(".jar"))
                    .filter(
                            each -> areFresh
                                    == each.getFileName()
                                            .toString()
                                            .matches(
                                                    "(pekko-(persistence-(jdbc|cassandra)|connectors-kafka)_|gatling-(core|graphite)-).*"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void analysis_ofActorsNeverSeen_agreesWithTheExpertAsRecorded() throws IOException {
        assumeTrue(!JARS.isEmpty(), "no jars: see bench/src/test/scripts/fresh-actors.sh");
        MappingReport report = Mapping.of(jars(true), jars(false));
        ActorOracle oracle = ActorOracle.of("fresh.txt");
        assertThat(oracle.agreement(report))
                .hasToString("{blocks=11 same, 4 unknown, 5 other, state=11 same, 0 unknown, 9 other,"
                        + " sends=14 same, 0 unknown, 6 other, work=8 same, 0 unknown, 12 other,"
                        + " where=14 same, 0 unknown, 6 other}");
        assertThat(oracle.differences("where", report))
                .containsExactly(
                        "JdbcAsyncWriteJournal blocking",
                        "JdbcSnapshotStore blocking",
                        "GraphiteDataWriter blocking",
                        "FeedActor task",
                        "Injector blocking",
                        "Controller blocking");
    }
}
