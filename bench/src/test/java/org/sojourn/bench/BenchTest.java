package org.sojourn.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BenchTest {
    private static final Planted GOOD = new Planted("Good", Planted.RIGHT, Planted.RIGHT);
    private static final Planted WRONG = new Planted("Wrong", 41, Planted.RIGHT);
    private static final Planted WRONG_TWIN = new Planted("WrongTwin", Planted.RIGHT, 43);

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void savina_rightAnswers_statusZeroAndALineEach() {
        assertThat(run(Planted.suite(GOOD), "--vs", "pekko", "--runs", "2")).isZero();
        assertThat(out.toString())
                .contains("JDK", "heap", "GC", "threads", "flags")
                .containsPattern("Good .* ok")
                .contains("geometric mean")
                .contains("fewer than 10 runs");
    }

    @Test
    void savina_wrongAnswer_statusOneAndSaysWhatAndTheOthersRun() {
        assertThat(run(Planted.suite(WRONG, GOOD), "--runs", "1")).isEqualTo(1);
        assertThat(out.toString())
                .contains("WRONG: number: expected 42, got 41")
                .containsPattern("Good .* ok");
    }

    @Test
    void savina_wrongAnswerOfTheTwin_statusOne() {
        assertThat(run(Planted.suite(WRONG_TWIN), "--runs", "1", "--vs", "pekko"))
                .isEqualTo(1);
        assertThat(out.toString()).contains("WRONG: twin's number: expected 42, got 43");
    }

    @Test
    void savina_json_oneObjectAndNothingElse() {
        assertThat(run(Planted.suite(GOOD, WRONG), "--json", "--vs", "pekko", "--runs", "2"))
                .isEqualTo(1);
        // HOCON contains JSON.
        Config json = ConfigFactory.parseString(out.toString());
        assertThat(json.getString("jdk")).isNotBlank();
        assertThat(json.getDouble("geometricMean")).isPositive();
        Config good = json.getConfigList("benchmarks").getFirst();
        assertThat(good.getString("name")).isEqualTo("Good");
        assertThat(good.getInt("runs")).isEqualTo(2);
        assertThat(good.getDouble("ratioMin")).isLessThanOrEqualTo(good.getDouble("ratioMax"));
        assertThat(good.getBoolean("right")).isTrue();
        Config wrong = json.getConfigList("benchmarks").getLast();
        assertThat(wrong.getBoolean("right")).isFalse();
        assertThat(wrong.hasPath("millis")).isFalse();
    }

    @Test
    void savina_out_writesObjectTableAndChart(@TempDir Path directory) throws Exception {
        Path made = directory.resolve("new").resolve("results");
        assertThat(run(Planted.suite(GOOD), "--vs", "pekko", "--runs", "1", "--out", made.toString()))
                .isZero();
        assertThat(Files.readString(made.resolve("savina.json"))).startsWith("{\"jdk\":");
        assertThat(Files.readString(made.resolve("savina.md"))).contains("| Good | none | 1 |");
        var chart = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(made.resolve("savina.svg").toFile());
        assertThat(chart.getElementsByTagName("rect").getLength()).isEqualTo(1);
    }

    @Test
    void savina_aSelectorFailsUnseen_statusOne() {
        Suite suite = new Suite(List.of(new FailsUnseen()), List.of());
        assertThat(run(suite, "--runs", "1")).isEqualTo(1);
        assertThat(err.toString()).contains("bench: Sojourn's run failed");
    }

    @Test
    @Tag("slow")
    void savina_forks_measuresInTheirProcesses() {
        assertThat(Bench.execute(
                        Suite.load(),
                        new PrintWriter(out, true),
                        new PrintWriter(err, true),
                        "savina --only ThreadRing --vs pekko --forks 2 --runs 2 --warm-up 0 --json".split(" ")))
                .isZero();
        Config row = ConfigFactory.parseString(out.toString())
                .getConfigList("benchmarks")
                .getFirst();
        assertThat(row.getInt("runs")).isEqualTo(4);
        assertThat(row.getDouble("ratio")).isPositive();
        assertThat(row.getInt("pekkoThreads")).isBetween(1, 2);
    }

    @Test
    void savina_theProcessOfABenchmarkFails_statusOneAndSaysSo() {
        // The process looks for it among the suite's own, and it isn't there.
        assertThat(run(Planted.suite(GOOD), "--forks", "1", "--runs", "1")).isEqualTo(1);
        assertThat(out.toString()).contains("WRONG: its process ended with status 1");
    }

    @Test
    void savina_list_namesAndRunsNothing() {
        assertThat(run(Planted.suite(WRONG, GOOD), "--list")).isZero();
        assertThat(out.toString()).contains("Wrong", "Good", "pekko").doesNotContain("JDK");
    }

    @Test
    void savina_only_runsThoseInAnyCase() {
        assertThat(run(Planted.suite(WRONG, GOOD), "--only", "good", "--runs", "1"))
                .isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "--only Pong | there is no benchmark named 'Pong'; there are Good, Wrong",
                "--vs akka | expected one of [PEKKO]",
                "--runs 0 | --runs 0: it must be 1 to 10000",
                "--forks -1 | --forks -1: it must be 0 to 100",
                "--runs many | 'many' is not an int",
                "--warm-up -1 | --warm-up -1: it must be 0 to 3600",
                "--out /dev/null/x | --out /dev/null/x: the directory can't be made",
                "--fast | Unknown option: '--fast'",
            })
    void savina_wrongUse_sentenceAndStatusTwo(String typed, String sentence) {
        assertThat(Bench.execute(
                        Planted.suite(GOOD, WRONG),
                        new PrintWriter(out, true),
                        new PrintWriter(err, true),
                        ("savina " + typed).split(" ")))
                .isEqualTo(2);
        assertThat(err.toString()).startsWith("bench: ").contains(sentence).doesNotContain("\tat ");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void bench_noCommand_sentenceAndStatusTwo() {
        assertThat(Bench.execute(Planted.suite(GOOD), new PrintWriter(out, true), new PrintWriter(err, true)))
                .isEqualTo(2);
        assertThat(err.toString())
                .contains("which measurement? There are savina, local, memory, fairness, first, remote, hal, balance,"
                        + " mapping, analysis");
    }

    private int run(Suite suite, String... options) {
        List<String> args = new ArrayList<>(List.of("savina", "--warm-up", "0"));
        args.addAll(List.of(options));
        if (!args.contains("--forks")) {
            args.addAll(List.of("--forks", "0"));
        }
        return Bench.execute(
                suite, new PrintWriter(out, true), new PrintWriter(err, true), args.toArray(String[]::new));
    }
}
