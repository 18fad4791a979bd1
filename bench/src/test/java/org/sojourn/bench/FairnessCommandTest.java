package org.sojourn.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FairnessCommandTest {
    private static final String BRIEFLY = "fairness --handler 2 --rate 500 --millis 200";

    @Test
    void fairness_briefly_aRowForEachSettingAndWhatBoundsThem() {
        Typed typed = Typed.command(BRIEFLY);

        assertThat(typed.status()).as(typed.out() + typed.err()).isZero();
        assertThat(typed.out())
                .contains("JDK", "500 in a second", "handler of 2 ms", "two handlers (4 ms)")
                .containsPattern(" 1 +0 .* 100\\s")
                .containsPattern(" 2 +2 .* 100\\s");
    }

    @Test
    void fairness_json_everyMessageOfEverySettingCame() {
        Config json =
                ConfigFactory.parseString(Typed.command(BRIEFLY + " --json").out());

        assertThat(json.getConfigList("rows")).hasSize(5).allSatisfy(row -> {
            assertThat(row.getInt("messages")).isEqualTo(100);
            assertThat(row.getDouble("p50")).isLessThanOrEqualTo(row.getDouble("p99"));
            assertThat(row.getDouble("p99")).isLessThanOrEqualTo(row.getDouble("max"));
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "--handler 0 | --handler 0: it must be 1 to 10000",
                "--rate -1 | --rate -1: it must be 1 to 100000",
                "--millis 0 | --millis 0: it must be 1 to 1000000",
                "--slow 3 | Unknown option",
            })
    void fairness_wrongUse_sentenceAndStatusTwo(String typed, String sentence) {
        Typed result = Typed.command("fairness " + typed);

        assertThat(result.status()).isEqualTo(2);
        assertThat(result.err()).startsWith("bench: ").contains(sentence, "Try: bench fairness --help");
    }
}
