package org.sojourn.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sojourn.bench.cluster.LineUp;
import org.sojourn.bench.cluster.Trial;
import org.sojourn.bench.cluster.Workload;

class ClusterCommandTest {
    private static ClusterRow row(Workload workload, int places, double alone, double... millis) {
        return new ClusterRow(
                new Trial(
                        workload,
                        new LineUp(places, 0),
                        java.util.Arrays.stream(millis).boxed().toList(),
                        Optional.empty(),
                        ""),
                Optional.of(alone));
    }

    @Test
    void cluster_list_programsAndTheFiguresTheyRepeat() {
        Typed typed = Typed.command("cluster --list --digits 700");

        assertThat(typed.status()).as(typed.err()).isZero();
        assertThat(typed.out()).contains("trapezoid  Figure 5.1", "cannon     Figure 5.2", "Table 5.1: 700 digits");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--share 19 | --share 19: it must be 20 to 100",
                "--runs 0 | --runs 0: it must be 1 to 1000",
                "--most 65 | --most 65: it must be 1 to 64",
                "--only sum | no program named 'sum'",
            })
    void cluster_wrongUse_sentenceAndStatusTwo(String typed, String sentence) {
        Typed result = Typed.command("cluster " + typed);

        assertThat(result.status()).isEqualTo(2);
        assertThat(result.err()).startsWith("bench: ").contains(sentence, "Try: bench cluster --help");
    }

    @Test
    void row_sameWorkForMorePlaces_isFasterByTheTime() {
        ClusterRow row = row(Workload.PI, 2, 100, 60, 40);

        assertThat(row.speedUp()).hasValueSatisfying(value -> assertThat(value).isCloseTo(2, within(1e-9)));
        assertThat(row.efficiency())
                .hasValueSatisfying(value -> assertThat(value).isCloseTo(1, within(1e-9)));
        assertThat(row.millis().deviation()).isCloseTo(Math.sqrt(200), within(1e-9));
        assertThat(row.total()).as("of five runs").isEmpty();
    }

    @Test
    void row_moreWorkForMorePlaces_isFasterByTheWork() {
        ClusterRow row = row(Workload.TRAPEZOID, 4, 100, 125);

        assertThat(row.speedUp()).hasValueSatisfying(value -> assertThat(value).isCloseTo(3.2, within(1e-9)));
        assertThat(row.efficiency())
                .hasValueSatisfying(value -> assertThat(value).isCloseTo(0.8, within(1e-9)));
    }

    @Test
    void chart_ofFailedAndMeasuredRows_drawsThoseThatWereMeasured() {
        ClusterRow failed = new ClusterRow(
                new Trial(Workload.PI, new LineUp(3, 0), List.of(), Optional.empty(), "wrong: a digit"),
                Optional.empty());

        String drawn = ClusterChart.of("a < b", List.of(row(Workload.PI, 2, 100, 60, 40), failed));

        assertThat(drawn)
                .startsWith("<svg")
                .contains("a &lt; b", "2: 50.0 ms", "2: 40.0 ms")
                .doesNotContain("3: ");
        assertThat(failed.line()).contains("WRONG: wrong: a digit");
    }

    @Test
    @Tag("slow")
    void cluster_briefly_aRowForEachLineUpWithRightAnswers(@TempDir Path out) {
        Typed typed = Typed.command(
                "cluster --pieces 1000 --side 16 --digits 50 --most 2 --runs 2 --warm-up 0 --json --out " + out);

        assertThat(typed.status()).as(typed.out() + typed.err()).isZero();
        Config json = ConfigFactory.parseString(typed.out());
        assertThat(json.getConfigList("rows"))
                .hasSize(6)
                .allSatisfy(row -> assertThat(row.getDoubleList("millis")).hasSize(2));
        assertThat(out.resolve("cluster.md")).content().contains("## Figure 5.3, Table 5.1: 50 digits");
        assertThat(out.resolve("cluster-pi.svg")).content().contains("</svg>");
    }
}
