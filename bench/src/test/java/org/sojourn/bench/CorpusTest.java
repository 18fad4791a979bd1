package org.sojourn.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sojourn.host.Config;
import org.sojourn.host.Sojourn;
import org.sojourn.selectors.ExecutionPolicy;

class CorpusTest {
    private static final String POLICY = "sojourn.policy";

    private static List<CorpusProgram> fifteen() {
        return Corpora.all().stream()
                .filter(program -> !program.name().startsWith(PlantedCorpus.NAME))
                .toList();
    }

    @Test
    void corpus_figure9_fifteenProgramsEightWithTwinsSixCrowded() {
        assertThat(fifteen()).hasSize(15).doesNotHaveDuplicates();
        assertThat(fifteen())
                .filteredOn(program -> program.counterpart().isPresent())
                .hasSize(8);
        assertThat(fifteen()).filteredOn(CorpusProgram::isCrowded).hasSize(6);
    }

    @Test
    void corpus_twins_haveTheirProgramsNames() {
        assertThat(fifteen())
                .allSatisfy(program -> assertThat(
                                program.counterpart().map(each -> each.twin().name()))
                        .isIn(Optional.empty(), Optional.of(program.name())));
    }

    @Test
    void corpus_everyProgram_isTestedWithSmallParameters() {
        assertThat(SmallPrograms.all().stream().map(small -> small.benchmark().name()))
                .containsAll(fifteen().stream().map(CorpusProgram::name).toList());
    }

    @ParameterizedTest
    @EnumSource(ExecutionPolicy.class)
    void everyProgram_underOnePolicyForAll_answerIsRight(ExecutionPolicy policy) throws Exception {
        List<String> names = fifteen().stream().map(CorpusProgram::name).toList();
        List<Benchmark> run = new ArrayList<>();
        System.setProperty(POLICY, policy.name());
        try (Sojourn sojourn = Sojourn.start(Config.local())) {
            for (SmallPrograms.Small small : SmallPrograms.all()) {
                if (names.contains(small.benchmark().name())) {
                    small.benchmark().iterate(sojourn);
                    run.add(small.benchmark());
                }
            }
        } finally {
            System.clearProperty(POLICY);
        }
        assertThat(run).hasSize(names.size());
    }

    @Test
    void corpora_unknownName_saysWhichThereAre() {
        assertThatThrownBy(() -> Corpora.named("bing"))
                .hasMessageStartingWith("there is no program named 'bing'; there are ")
                .hasMessageContaining("bang, mbrot, serialmsg");
    }

    @Test
    void corpora_namesTwiceInAnyCase_eachOnce() {
        assertThat(Corpora.only(List.of("BANG", "mbrot", "bang")).stream().map(CorpusProgram::name))
                .containsExactly("bang", "mbrot");
    }
}
