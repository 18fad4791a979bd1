package org.sojourn.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.DoubleStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.sojourn.mapping.decision.Policy;
import org.xml.sax.InputSource;

class PolicyReportTest {
    private static final PolicyAdvice ADVICE = new PolicyAdvice(List.of(
            new PolicyAdvice.Kind("a.Program$Receiver", Policy.MONITOR, "LowCPU", "does little", "vector"),
            new PolicyAdvice.Kind("a.Program$Sender", Policy.TASK, "Hub", "sends", "vector"),
            new PolicyAdvice.Kind("a.Program$Worker", Policy.THREAD, "Heavy", "computes", "vector")));

    private static PolicyRun run(String side, double... millis) {
        return new PolicyRun(
                new PolicySide(side, side, List.of(), List.of()),
                DoubleStream.of(millis)
                        .mapToObj(each -> new PolicySample(each, 2 * each, 10, 5, OptionalLong.empty()))
                        .toList(),
                "");
    }

    private static ProgramRun program(String name, PolicyRun... runs) {
        CorpusProgram program = new CorpusProgram(
                new Planted(name, Planted.RIGHT, Planted.RIGHT), "a test", List.of(), true, Optional.empty());
        return new ProgramRun(program, ADVICE, List.of(runs));
    }

    private static PolicyReport report(ProgramRun... programs) {
        return new PolicyReport(Environment.current(true), 2, 100, List.of(programs), List.of());
    }

    /** All default policies take twice as long, but for the one of that name. */
    private static ProgramRun twiceAsFast(String name, String except, double millis) {
        List<PolicyRun> runs = new ArrayList<>(List.of(run(PolicySide.OURS, 10, 10), run(PolicySide.HALF, 8, 8)));
        for (String side : PolicySide.DEFAULTS) {
            double each = side.equals(except) ? millis : 20;
            runs.add(run(side, each, each));
        }
        return program(name, runs.toArray(new PolicyRun[0]));
    }

    @Test
    void verdicts_twiceAsFast_allGoalsMet() {
        List<PolicyReport.Verdict> verdicts = report(twiceAsFast("bang", "", 0)).verdicts();
        assertThat(verdicts).hasSize(5).allMatch(PolicyReport.Verdict::isMet);
        assertThat(verdicts.getFirst().got()).isEqualTo("50 % less");
    }

    @Test
    void verdicts_sixPercentAboveVirtual_missedAndNamed() {
        PolicyReport report = report(twiceAsFast("bang", PolicySide.VIRTUAL, 9.4), twiceAsFast("mbrot", "", 0));
        assertThat(report.verdicts())
                .filteredOn(verdict -> !verdict.isMet())
                .singleElement()
                .satisfies(verdict -> {
                    assertThat(verdict.what()).isEqualTo("no program more than 5 % above virtual");
                    assertThat(verdict.got()).isEqualTo("bang by 6 %");
                });
    }

    @Test
    void verdicts_aFifthFasterThanRandom_missed() {
        assertThat(report(twiceAsFast("bang", PolicySide.RANDOM, 12.5)).verdicts())
                .filteredOn(verdict -> !verdict.isMet())
                .singleElement()
                .satisfies(verdict -> assertThat(verdict.got()).isEqualTo("20 % less"));
    }

    @Test
    void verdicts_exchangedPolicies_countedWhereMeasurablySlower() {
        double[] ours = DoubleStream.generate(() -> 10).limit(10).toArray();
        double[] slower = DoubleStream.generate(() -> 12).limit(10).toArray();
        double[] mixed = slower.clone();
        mixed[3] = 9;
        mixed[7] = 9;
        ProgramRun worse = program("worse", run(PolicySide.OURS, ours), run(PolicySide.SWAPPED, slower));
        ProgramRun unsure = program("unsure", run(PolicySide.OURS, ours), run(PolicySide.SWAPPED, mixed));
        assertThat(report(worse, unsure).verdicts()).singleElement().satisfies(verdict -> {
            assertThat(verdict.got()).isEqualTo("1: worse");
            assertThat(verdict.isMet()).isFalse();
        });
    }

    /** With plain pools for TASK an exchange is compared with plain pools as well, and judged apart. */
    @Test
    void verdicts_exchangedOnPlainPools_comparedWithPlainPools() {
        double[] ours = DoubleStream.generate(() -> 10).limit(10).toArray();
        double[] plain = DoubleStream.generate(() -> 12).limit(10).toArray();
        double[] slower = DoubleStream.generate(() -> 15).limit(10).toArray();
        ProgramRun decided = program(
                "decided",
                run(PolicySide.OURS, ours),
                run(PolicySide.SWAPPED, ours),
                run(PolicySide.PLAIN, plain),
                run(PolicySide.PLAIN_SWAPPED, slower));
        ProgramRun undecided = program(
                "undecided",
                run(PolicySide.OURS, ours),
                run(PolicySide.SWAPPED, ours),
                run(PolicySide.PLAIN, plain),
                run(PolicySide.PLAIN_SWAPPED, plain));
        PolicyReport report = report(decided, undecided);
        assertThat(report.verdicts().stream().map(PolicyReport.Verdict::got)).containsExactly("0", "1: decided");
        assertThat(PolicyTables.exchanges(report).markdown())
                .contains("| decided | Receiver THREAD, Worker MONITOR | **1.00** (1.00 - 1.00) | no"
                        + " | **1.25** (1.25 - 1.25) | yes |");
    }

    @Test
    void meanSaved_twoPrograms_geometric() {
        ProgramRun half = program("half", run(PolicySide.OURS, 10), run(PolicySide.THREAD, 20));
        ProgramRun eighth = program("eighth", run(PolicySide.OURS, 10), run(PolicySide.THREAD, 80));
        assertThat(PolicyReport.meanSaved(
                        List.of(half, eighth), PolicySide.OURS, PolicySide.THREAD, PolicySample::millis))
                .hasValueSatisfying(saved -> assertThat(saved).isCloseTo(0.75, within()));
    }

    private static Offset<Double> within() {
        return Offset.offset(1e-9);
    }

    @Test
    void compare_disturbedRound_leftOut() {
        ProgramRun run = program(
                "bang", run(PolicySide.OURS, 10, 10, 10, 10, 10, 99), run(PolicySide.THREAD, 20, 20, 20, 20, 20, 20));
        assertThat(run.compare(PolicySide.OURS, PolicySide.THREAD, PolicySample::millis))
                .hasValueSatisfying(measured -> assertThat(measured.rejected()).isEqualTo(1));
    }

    @Test
    void page_cannedFigures_hasThePapersFiguresAsWellFormedCharts() throws Exception {
        PolicyReport report =
                report(twiceAsFast("bang", "", 0), twiceAsFast("LogisticMap", "", 0), twiceAsFast("ScratchPad", "", 0));
        String page = PolicyPage.of(report);
        assertThat(page)
                .contains("Figure 1<", "Figure 10", "Figure 11", "Figure 13", "Figure 17", "Figure 18")
                .contains("no counter here")
                .doesNotContain("Figure 15", "NaN", "Infinity");
        for (PolicyFigures.Figure figure : new PolicyFigures(report).all()) {
            for (GroupedBars chart : figure.charts()) {
                var parsed = DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(new InputSource(new StringReader(chart.svg())));
                int bars = chart.series().size() * (chart.groups().size() + 1);
                assertThat(parsed.getElementsByTagName("rect").getLength()).isEqualTo(bars);
            }
        }
    }

    @Test
    void page_ofMarkdown_hasSavingsWithTheirRange() {
        assertThat(PolicyTables.page(report(twiceAsFast("bang", "", 0))))
                .contains("| bang | 10.0 (1.00) | **50 %** (50 % - 50 %) |", "| bang | Receiver | MONITOR | LowCPU |");
    }

    @Test
    void chart_barBelowTheAxis_cutAndLabelled() {
        GroupedBars chart = new GroupedBars(
                "Saved",
                GroupedBars.Unit.PERCENT,
                List.of("one", "two"),
                List.of(new GroupedBars.Group("a", List.of(Optional.of(-7.0), Optional.of(0.5)))));
        assertThat(chart.svg()).contains(">-700 %</text>", ">-100 %</text>").doesNotContain(">-200 %");
    }

    @Test
    void json_cannedFigures_parses() {
        Config json = ConfigFactory.parseString(PolicyJson.of(report(twiceAsFast("bang", "", 0))));
        assertThat(json.getConfigList("goals").getFirst().getBoolean("met")).isTrue();
        assertThat(json.getConfigList("programs").getFirst().getConfigList("kinds"))
                .hasSize(3);
    }

    @Test
    void advice_rules_oneForEachKind() {
        assertThat(ADVICE.rules())
                .isEqualTo("-Dsojourn.policy=a.Program$Receiver=MONITOR,a.Program$Sender=TASK,a.Program$Worker=THREAD");
    }

    @Test
    void advice_swap_takesTheTwoThatDifferMost() {
        PolicyAdvice.Swap swap = ADVICE.swap().orElseThrow();
        assertThat(swap.what()).isEqualTo("Receiver THREAD, Worker MONITOR");
        assertThat(ADVICE.exchanged(swap).rules())
                .isEqualTo("-Dsojourn.policy=a.Program$Receiver=THREAD,a.Program$Sender=TASK,a.Program$Worker=MONITOR");
    }

    @Test
    void advice_plain_hasAPoolThatMeasuresNothingForTask() {
        assertThat(ADVICE.plainRules())
                .isEqualTo("-Dsojourn.policy=a.Program$Receiver=MONITOR,a.Program$Sender=WORK_STEALING"
                        + ",a.Program$Worker=THREAD");
    }

    @Test
    void advice_allAlike_nothingToSwap() {
        assertThat(new PolicyAdvice(List.of(ADVICE.kinds().getFirst())).swap()).isEmpty();
    }

    @Test
    void sample_line_readsBack() {
        PolicySample counted = new PolicySample(1.5, 2.25, 7, 3, OptionalLong.of(9));
        PolicySample uncounted = new PolicySample(1.5, 2.25, 7, 3, OptionalLong.empty());
        assertThat(PolicySample.of(counted.line())).isEqualTo(counted);
        assertThat(PolicySample.of(uncounted.line())).isEqualTo(uncounted);
        assertThatThrownBy(() -> PolicySample.of("messages: expected 1, got 2"))
                .isInstanceOf(WrongAnswerException.class)
                .hasMessage("messages: expected 1, got 2");
    }
}
