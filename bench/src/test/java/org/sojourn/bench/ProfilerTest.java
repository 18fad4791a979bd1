package org.sojourn.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Processor time is sampled on Linux only. */
@EnabledOnOs(OS.LINUX)
class ProfilerTest {
    private static final Planted GOOD = new Planted("Good", Planted.RIGHT, Planted.RIGHT);
    private static final Planted WRONG = new Planted("Wrong", 41, Planted.RIGHT);

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private volatile long sink;

    @Test
    void profile_twoSides_eachHasItsTimeAndItsSamples() throws Exception {
        List<SideProfile> profiles = new Profiler(List.of(
                        side(Contestant.SOJOURN, () -> sink = Computing.sum()),
                        side(Contestant.PEKKO, () -> sink = Computing.sum() + Computing.sum())))
                .profile(Duration.ofMillis(500));
        assertThat(profiles).extracting(SideProfile::contestant).containsExactly(Contestant.SOJOURN, Contestant.PEKKO);
        assertThat(profiles).allSatisfy(profile -> {
            assertThat(profile.samples()).isPositive();
            assertThat(profile.work()).isGreaterThan(profile.runtime() + profile.other());
            assertThat(profile.cpu()).isPositive();
        });
    }

    @Test
    void profile_noTimeAtAll_runsEachSideOnce() throws Exception {
        assertThat(new Profiler(List.of(side(Contestant.SOJOURN, () -> {}), side(Contestant.PEKKO, () -> {})))
                        .profile(Duration.ZERO))
                .extracting(SideProfile::iterations)
                .containsExactly(1, 1);
    }

    @Test
    void profile_collections_areCountedWithinIterationsOnly() throws Exception {
        List<SideProfile> profiles = new Profiler(List.of(
                        side(Contestant.SOJOURN, () -> sink = Computing.sum()), side(Contestant.PEKKO, System::gc)))
                .profile(Duration.ofMillis(500));
        // Before each iteration there was one. The tests' own garbage may have led to another now and then.
        assertThat(profiles.getFirst().collections())
                .isLessThan(profiles.getFirst().iterations());
        assertThat(profiles.getLast().collections())
                .isGreaterThanOrEqualTo(profiles.getLast().iterations());
        assertThat(profiles.getLast().paused()).isPositive();
    }

    @Test
    void profile_sideThatFails_failsAsItDid() {
        Profiler profiler = new Profiler(List.of(side(Contestant.SOJOURN, () -> {
            throw new WrongAnswerException("planted");
        })));
        assertThatThrownBy(() -> profiler.profile(Duration.ZERO)).hasMessage("planted");
    }

    @Test
    @Tag("slow")
    void savina_profileOfAProgramThatComputes_isNearlyAllWork(@TempDir Path directory) {
        Suite suite = new Suite(List.of(new Computing()), List.of());
        assertThat(run(suite, "--forks 0 --seconds 1 --out " + directory))
                .as(err.toString())
                .isZero();
        assertThat(out.toString())
                .contains("JDK", "flags", "samples", "at most")
                .containsPattern("Computing +Sojourn");
        Config side = ConfigFactory.parseFile(directory.resolve("profile.json").toFile())
                .getConfigList("benchmarks")
                .getFirst()
                .getConfigList("sides")
                .getFirst();
        assertThat(side.getDouble("workShare")).isGreaterThan(0.5);
    }

    @Test
    @Tag("slow")
    void savina_profileOfBothSides_writesObjectAndTable(@TempDir Path directory) throws Exception {
        assertThat(run(Suite.load(), "--only ThreadRing --vs pekko --seconds 1 --json --out " + directory))
                .as(err.toString())
                .isZero();
        Config json = ConfigFactory.parseString(out.toString());
        assertThat(json.getInt("seconds")).isEqualTo(1);
        Config program = json.getConfigList("benchmarks").getFirst();
        assertThat(program.getBoolean("right")).isTrue();
        assertThat(program.getDouble("ratio")).isPositive();
        assertThat(program.getConfigList("sides")).hasSize(2).allSatisfy(side -> {
            assertThat(side.getLong("samples")).isPositive();
            assertThat(side.getDouble("runtimeShare")).isGreaterThan(side.getDouble("workShare"));
            assertThat(side.getConfigList("methods"))
                    .hasSize(5)
                    .allSatisfy(method -> assertThat(method.getDouble("share")).isPositive());
        });
        assertThat(program.getConfigList("sides").getFirst().getConfigList("methods"))
                .allSatisfy(method -> assertThat(method.getString("name")).startsWith("org.sojourn."));
        assertThat(Files.readString(directory.resolve("profile.json"))).startsWith("{\"jdk\":");
        assertThat(Files.readString(directory.resolve("profile.md")))
                .contains("| ThreadRing | Sojourn (", "| ThreadRing | Pekko (");
    }

    @Test
    void savina_profileOfAWrongAnswer_statusOneAndSaysWhat() {
        assertThat(run(Planted.suite(WRONG), "--forks 0")).isEqualTo(1);
        assertThat(out.toString()).contains("WRONG: number: expected 42, got 41");
    }

    @Test
    void savina_theProcessOfAProfileFails_statusOneAndSaysSo() {
        // The process looks for it among the suite's own, and it isn't there.
        assertThat(run(Planted.suite(GOOD), "--forks 1")).isEqualTo(1);
        assertThat(out.toString()).contains("WRONG: its process ended with status 1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "--profile --seconds 0 | --seconds 0: it must be 1 to 600",
                "--profile --runs 3 | --runs: --profile runs for --seconds, however many runs these are",
                "--profile --forks 2 | --forks 2: --profile has one process for each program",
                "--seconds 3 | --seconds: only --profile runs for so many seconds; without it, there is --runs",
            })
    void savina_wrongUseOfAProfile_sentenceAndStatusTwo(String typed, String sentence) {
        Typed result = Typed.command("savina " + typed);
        assertThat(result.status()).isEqualTo(2);
        assertThat(result.err()).startsWith("bench: ").contains(sentence);
        assertThat(result.out()).isEmpty();
    }

    private int run(Suite suite, String options) {
        return Bench.execute(
                suite,
                new PrintWriter(out, true),
                new PrintWriter(err, true),
                ("savina --profile --warm-up 0 " + options).split(" "));
    }

    private static Profiler.Side side(Contestant contestant, Iteration iteration) {
        return new Profiler.Side(contestant, 1, iteration);
    }
}
