package org.sojourn.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

class LocalCommandTest {
    /** Several builds may run on one machine; nothing here depends on how fast. */
    @BeforeAll
    static void shareTheMachine() {
        System.setProperty("jmh.ignoreLock", "true");
    }

    @ParameterizedTest
    @EnumSource(LocalBenchmark.class)
    void local_briefly_doesWhatItSays(LocalBenchmark benchmark) {
        Typed typed = Typed.command("local --forks 0 --iterations 1 --millis 20 --json --only " + benchmark.title());

        assertThat(typed.status()).as(typed.out()).isZero();
        Config row = ConfigFactory.parseString(typed.out())
                .getConfigList("benchmarks")
                .getFirst();
        assertThat(row.getString("name")).isEqualTo(benchmark.title());
        assertThat(row.getString("unit")).isEqualTo("ns");
        assertThat(row.getDouble("median")).isPositive();
        assertThat(row.hasPath("error")).as("an error of one iteration").isFalse();
    }

    @Test
    void local_table_aLineEachBelowWhatItRanOn() {
        Typed typed = Typed.command("local --forks 0 --iterations 1 --millis 10 --only VIRTUALCALL,queue");

        assertThat(typed.status()).isZero();
        assertThat(typed.out())
                .contains("JDK", "heap", "1 worker")
                .containsSubsequence("min", "median", "virtualCall", "floor:", "queue", "floor:");
    }

    @Test
    void list_everyBenchmarkThatJmhKnows_isNamed() {
        Set<BenchmarkListEntry> known = BenchmarkList.defaultList()
                .getAll(OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT), List.of());

        assertThat(known.stream().map(BenchmarkListEntry::getUsername))
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(LocalBenchmark.values())
                        .map(LocalBenchmark::method)
                        .toList());
        assertThat(Typed.command("local --list").out().lines()).hasSize(known.size());
    }

    @Test
    void row_failed_saysSoInTableAndJson() {
        LocalRow row = LocalRow.failed(LocalBenchmark.CREATE, "planted");

        assertThat(row.line()).contains("create", "FAILED: planted");
        assertThat(row.members()).containsEntry("right", false).doesNotContainKey("mean");
        assertThat(new LocalRow(LocalBenchmark.CREATE, Optional.of(Series.of(1, 3)), Double.NaN, "").line())
                .contains("2.0 +-      -");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "--only ping | there is no benchmark named 'ping'; there are virtualCall, volatileStore",
                "--forks -1 | --forks -1: it must be 0 to 100",
                "--iterations 0 | --iterations 0: it must be 1 to 1000",
                "--millis 0 | --millis 0: it must be 1 to 60000",
                "--millis soon | 'soon' is not an int",
            })
    void local_wrongUse_sentenceAndStatusTwo(String typed, String sentence) {
        Typed result = Typed.command("local " + typed);

        assertThat(result.status()).isEqualTo(2);
        assertThat(result.err()).startsWith("bench: ").contains(sentence, "Try: bench local --help");
        assertThat(result.out()).isEmpty();
    }
}
