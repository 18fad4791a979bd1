package org.sojourn.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MemoryCommandTest {
    @Test
    void memory_few_everyObjectAndWhatTheHeapSays() {
        Typed typed = Typed.command("memory -n 50000 --heap 64");

        assertThat(typed.status()).as(typed.out() + typed.err()).isZero();
        assertThat(typed.out())
                .contains("JDK", "org.sojourn.selectors.Handle", "the goal is 120")
                .containsPattern("50,000 of them in a heap of 64 MiB: .* bytes each");
    }

    @Test
    void memory_json_oneObject() {
        Config json = ConfigFactory.parseString(
                Typed.command("memory -n 50000 --heap 64 --json").out());

        assertThat(json.getConfigList("idle.objects")).hasSizeGreaterThanOrEqualTo(3);
        assertThat(json.getLong("idle.bytes")).isPositive();
        assertThat(json.getInt("crowd.selectors")).isEqualTo(50_000);
        // The collector leaves a little here and there: nothing more exact can be said of so few.
        assertThat(json.getDouble("crowd.bytesEach")).isBetween(80.0, 160.0);
    }

    @Test
    void memory_moreThanFit_sentenceAndStatusOne() {
        Typed typed = Typed.command("memory -n 2000000 --heap 48");

        assertThat(typed.status()).isEqualTo(1);
        assertThat(typed.out()).contains("FAILED: 2,000,000 selectors don't fit into a heap of 48 MiB");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "-n 0 | --selectors 0: it must be 1 to 1000000000",
                "-n 1e6 | '1e6' is not an int",
                "--heap 1 | --heap 1: it must be 32 to 1048576",
            })
    void memory_wrongUse_sentenceAndStatusTwo(String typed, String sentence) {
        Typed result = Typed.command("memory " + typed);

        assertThat(result.status()).isEqualTo(2);
        assertThat(result.err()).startsWith("bench: ").contains(sentence, "Try: bench memory --help");
    }
}
