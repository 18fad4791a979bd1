package org.sojourn.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import org.junit.jupiter.api.Test;

class AnalysisCommandTest {
    @Test
    void analysis_json_hasEachKindAndTheWholeProgram() {
        Typed typed = Typed.command("analysis --rounds 1 --warm-up 0 --json");

        assertThat(typed.status()).as(typed.out() + typed.err()).isZero();
        Config json = ConfigFactory.parseString(typed.out());
        assertThat(json.getConfigList("kinds")).isNotEmpty().allSatisfy(kind -> {
            assertThat(kind.getInt("classes")).isPositive();
            assertThat(kind.getDouble("minMillis")).isLessThanOrEqualTo(kind.getDouble("maxMillis"));
        });
        assertThat(json.getInt("program.classes")).isGreaterThan(1_000);
    }

    @Test
    void analysis_wrongUse_sentenceAndStatusTwo() {
        assertThat(Typed.command("analysis none.jar").err()).contains("none.jar: there is no such file");
        assertThat(Typed.command("analysis pom.xml").err()).contains("no class is in pom.xml; name jars");
        assertThat(Typed.command("analysis --rounds 0").status()).isEqualTo(2);
        assertThat(Typed.command("analysis --warm-up -1").err()).contains("--warm-up -1: it must be 0 to 100");
    }
}
