package org.sojourn.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class SuiteTest {
    private static final Planted ONE = new Planted("One", 1, 1);

    @Test
    void load_everyBenchmark_saysWhatItIs() {
        Suite suite = Suite.load();
        assertThat(suite.benchmarks()).isNotEmpty().allSatisfy(benchmark -> {
            assertThat(benchmark.parameters()).isNotBlank();
            assertThat(benchmark.answer()).isNotBlank();
            assertThat(benchmark.messages()).isPositive();
        });
    }

    @Test
    void load_benchmarkThatSendsMoreThanItWorks_hasATwin() {
        Suite suite = Suite.load();
        assertThat(suite.benchmarks())
                .filteredOn(benchmark -> benchmark.family() != Family.PARALLELISM)
                .allSatisfy(benchmark ->
                        assertThat(suite.twin(benchmark)).as(benchmark.name()).isPresent());
    }

    @Test
    void load_everyBenchmark_isTestedWithSmallParameters() {
        assertThat(SmallPrograms.all().stream().map(small -> small.benchmark().name()))
                .containsAll(
                        Suite.load().benchmarks().stream().map(Benchmark::name).toList());
    }

    @Test
    void suite_oneNameTwice_refused() {
        assertThatThrownBy(() -> new Suite(List.of(ONE, new Planted("one", 2, 2)), List.of()))
                .hasMessageContaining("two benchmarks are named one");
    }

    @Test
    void suite_twinOfNothing_refused() {
        Twin stray = Planted.suite(ONE).twin(ONE).orElseThrow();
        assertThatThrownBy(() -> new Suite(List.of(), List.of(stray))).hasMessageContaining("a twin of One");
    }

    @Test
    void answers_notANumber_isWrong() {
        assertThatThrownBy(() -> Answers.same("sum", 1.0, Double.NaN, 1.0)).isInstanceOf(WrongAnswerException.class);
        Answers.same("sum", 1.0, 1.5, 0.5);
        Answers.same("word", "a", "a");
        assertThatThrownBy(() -> Answers.same("word", "a", "b")).hasMessage("word: expected a, got b");
    }
}
