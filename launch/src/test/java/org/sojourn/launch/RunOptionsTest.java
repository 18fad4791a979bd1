package org.sojourn.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;

/** What is typed behind {@code run}: what goes to the run, what to the program, and what to nobody. */
class RunOptionsTest {
    private static ParseResult parsed(String... typed) {
        return Main.commandLine().parseArgs(typed).subcommand();
    }

    private static List<String> arguments(ParseResult run) {
        return run.matchedPositionalValue(1, List.of());
    }

    /** Executes what must fail before any place is started; returns what it says. */
    private static String refused(String... typed) {
        StringWriter said = new StringWriter();
        CommandLine line = Main.commandLine().setErr(new PrintWriter(said, true));
        assertThat(line.execute(typed))
                .as("status of %s, which said %s", List.of(typed), said)
                .isEqualTo(2);
        return said.toString();
    }

    @Test
    void options_ofTheRun_areTakenBeforeAndBehindTheProgram() {
        ParseResult run = parsed("run", "--json", "pi", "5000", "--places", "3", "--workers=2");
        assertThat(run.matchedOptionValue("--places", 0)).isEqualTo(3);
        assertThat(run.matchedOptionValue("--workers", 0)).isEqualTo(2);
        assertThat(run.hasMatchedOption("--json")).isTrue();
        assertThat(arguments(run)).containsExactly("5000");
    }

    @Test
    void options_thatTheRunDoesNotKnow_goToTheProgramInOrder() {
        ParseResult run = parsed("run", "cannon", "--a", "A.mtx", "--b=B.mtx", "-x", "--places", "2", "--out", "C");
        assertThat(arguments(run)).containsExactly("--a", "A.mtx", "--b=B.mtx", "-x", "--out", "C");
    }

    @Test
    void argument_thatBeginsWithAnAt_isNoFileOfArguments(@TempDir Path folder) throws IOException {
        String at = "@" + Files.writeString(folder.resolve("words"), "two words");
        assertThat(arguments(parsed("run", "my.jar", at, "--", at))).containsExactly(at, at);
        assertThat(parsed("threads", "-jar", "my.jar", at).matchedPositionalValue(0, List.of()))
                .containsExactly(at);
    }

    @Test
    void arguments_behindTwoDashes_goToTheProgramWhateverTheyAre() {
        ParseResult run = parsed("run", "--places", "2", "my.jar", "--", "--places", "9", "--help", "--");
        assertThat(run.matchedOptionValue("--places", 0)).isEqualTo(2);
        assertThat(run.isUsageHelpRequested()).isFalse();
        assertThat(arguments(run)).containsExactly("--places", "9", "--help", "--");
    }

    @Test
    void options_thatMayBeRepeated_areAllKept() {
        ParseResult run =
                parsed("run", "pi", "--env", "A=1", "--env=B=x=y", "--env=C=", "--jvm-opt=-Xss1m", "--jvm-opt=-ea");
        assertThat(run.matchedOptionValue("--env", List.of())).isEqualTo(List.of("A=1", "B=x=y", "C="));
        assertThat(run.matchedOptionValue("--jvm-opt", List.of())).isEqualTo(List.of("-Xss1m", "-ea"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        run                                    | PROGRAM
        run --places                           | --places
        run pi --places 3 --places 4           | --places
        run pi --places 3.5                    | 3.5
        run pi --places 99999999999            | 99999999999
        run pi --places x                      | --places
        run pi --places -1                     | --places is -1; one machine gets 1 to 256
        run pi --places 257                    | --places is 257; one machine gets 1 to 256
        run pi --workers 0                     | workers is 0; a place has 1 to 32
        run pi --placement best                | --placement: the placement of nodes is "best"; it is round-robin
        run pi --network net.png               | --network is net.png; its name ends with .svg for a picture
        run pi --network none/net.svg          | --network none/net.svg can't be written: there is no such folder
        network pi                             | pi
        inject                                 | SCRIPT
        inject none                            | none isn't named like a script (script.mc)
        inject none.mc                         | there is no file none.mc
        inject none.mc --run p0                | --run is p0; it is the number of a run
        get runs --limit 3                     | --limit is for get network and get messengers
        get network --limit -1                 | --limit is -1; it is how many to show, 0 to 100000
        stop p1                                | "p1" isn't the number of a run; write stop, or stop 4711
        run pi --workers -2147483648           | workers is -2147483648
        run pi --workers 99                    | workers is 99; a place has 1 to 32
        run pi --workers two                   | two
        run pi --heap 0m                       | --heap is 0m; write it like 512m or 2g
        run pi --heap 2                        | --heap is 2
        run pi --heap -Xmx2g                   | --heap is -Xmx2g
        run pi --heap much                     | --heap is much; write it like 512m or 2g
        run pi --env NOVALUE                   | --env is NOVALUE; write it like NAME=VALUE
        run pi --env =x                        | --env is =x; write it like NAME=VALUE
        run pi --dir /no/such/folder           | --dir /no/such/folder isn't a folder
        run pi --dir /dev/null                 | --dir /dev/null isn't a folder
        run pi --launcher LOCAL                | --launcher is LOCAL; it is local, ssh or slurm
        run pi --launcher ssh                  | --launcher ssh needs --config FILE, which names the hosts
        run pi --plain --certificates .              | --plain and --certificates contradict each other
        run pi --plain --listen 127.0.0.1:0    | --plain is for places that --config names on other hosts
        run pi --certificates . --places 2     | --certificates is for places that --config names on other hosts
        run pi --launcher ftp                  | it is local, ssh or slurm
        run pi --serialiser Fory               | --serialiser is Fory
        run pi --serialiser xml                | it is one of [fory, kryo]
        run pi --log warning                   | --log is warning
        run pi --log LOUD                      | --log is LOUD
        run pi --balance fast                  | --balance is fast; it is one of
        run pi --balance poll --balance-budget 0 | --balance-budget is 0 moves/s
        run pi --balance-dry-run               | need a policy that moves selectors
        run pi --balance-budget 9              | need a policy that moves selectors
        run pi --min-places 0                  | --min-places is 0; it is 1 to 256
        run pi --min-places 9 --max-places 8   | --min-places is 9, and --max-places is 8: main would never begin
        run pi --min-places 3 --one-jvm        | --min-places asks for 3 of 1
        place --join 127.0.0.1:9 --heap much   | --heap is much; write it like 512m or 2g
        place --join 127.0.0.1:9 --workers 0   | --workers is 0; a place has 1 to 32
        place --join 127.0.0.1:9               | a place that joins shows the run's token
        place --join 127.0.0.1:9 --token-file /dev/null | isn't a token: it has 0 characters
        start p1                               | "p1" isn't the number of a run; write start, or start 4711
        logs p1                                | "p1" isn't the number of a run; write logs, or logs 4711
        logs --place 1                         | --place is "1"; a place is p0, p1, ...
        run pi --silence 0                     | --silence is 0 s; a place may be silent for 1 to 86400 s
        run pi --silence 86401                 | --silence is 86401 s
        run pi --silence 1.5                   | 1.5
        run pi --profile no/such               | --profile no/such can't be written: there is no such folder
        run pi --profile /                     | --profile / can't be written: it is a folder
        run pi --allow a..b                    | a..b
        run pi --allow a.                      | a.
        run pi --allow no/package              | no/package
        run pi --config /dev/null              | there is no configuration file /dev/null
        run pi --config missing.conf           | there is no configuration file missing.conf
        run pi --places 2 --config any.conf    | give one of them
        run pi --json=maybe                    | maybe
        run pi 5 6                             | pi
        run pi -5                              | -5
        run cannon --a none.mtx --b b --out c  | none.mtx
        run pi --seed 1.5                      | isn't a whole number
        run pi --seed 99999999999999999999     | isn't a whole number up to 9223372036854775807
        run pi --out                           | pi
        run --palces 3 pi                      | unknown option --palces; did you mean --places?
        run none.mc --palces=3                 | unknown option --palces=3; did you mean --places?
        run none.mc n=3 -j                     | unknown option -j
        run pi --unknown                       | --unknown
        run buffer none                        | none
        run no/such                            | "no/such" is neither a bundled program
        run target/classes                     | target/classes is a folder; run a class in it with CLASSPATH=target/classes
        run 7up                                | "7up" is neither a bundled program
        run no.Such                            | there is no bundled program no.Such
        run none.jar                           | there is no file none.jar
        run pi --one-jvm --dir /               | --one-jvm runs in this JVM
        run pi --one-jvm --jvm-opt -ea         | --one-jvm runs in this JVM
        run pi --one-jvm --heap 1g             | --one-jvm runs in this JVM; --heap, --jvm-opt, --env and --dir
        run pi --one-jvm --env A=b             | --one-jvm runs in this JVM
        threads pi 100                         | pi isn't a program of threads; run it by ./sojourn run pi
        threads nosuch                         | (there are queens, series, salesman, julia, deltae). Name a jar by -jar FILE
        threads --jar app.jar daemon           | unknown option --jar; did you mean -jar?
        status all                             | all
        get 1 dump x                           | x
        """)
    void mistake_typed_isASentenceBeforeAnythingStarts(String typed, String sentence) {
        assertThat(refused(typed.split(" ")))
                .startsWith("sojourn: ")
                .contains(sentence)
                .doesNotContain("Exception", "\tat ");
    }

    @Test
    void number_thatIsNone_needsNoBound() {
        assertThat(refused("threads", "queens", "--places", "two"))
                .contains("'two' isn't a whole number")
                .doesNotContain(Integer.toString(Integer.MAX_VALUE));
    }

    @Test
    void help_ofThreads_beginsWithTheirOptionsAndLeavesOutThoseOfOtherRuns() {
        String help = Objects.requireNonNull(Main.commandLine().getSubcommands().get("threads"))
                .getUsageMessage();
        assertThat(help)
                .doesNotContain("--one-jvm", "--balance-", "--rotate-messages", "--placement", "--seed", "--network");
        assertThat(help.indexOf("-jar="))
                .isPositive()
                .isLessThan(help.lastIndexOf("--places=", help.lastIndexOf("--config=")));
        assertThat(help.lastIndexOf("--start=")).isLessThan(help.lastIndexOf("--workers="));
        assertThat(refused("threads", "queens", "--one-jvm")).contains("leave it out");
    }

    @Test
    void profile_ofARunThatIsRefused_isLeftAsItWas(@TempDir Path folder) throws IOException {
        Path profile = Files.writeString(folder.resolve("profile"), "of the run before");
        refused("run", "pi", "--balance", "fast", "--profile", profile.toString());
        refused("run", "pi", "--env", "=", "--profile", profile.toString());
        assertThat(profile).hasContent("of the run before");
        Path empty = Files.createDirectory(folder.resolve("empty"));
        refused("run", "pi", "--profile", empty.toString());
        assertThat(empty).isDirectory();
        Path network = Files.writeString(folder.resolve("network.svg"), "of the run before");
        refused("run", "pi", "--profile", empty.toString(), "--network", network.toString());
        assertThat(network).hasContent("of the run before");
        refused(
                "run",
                "pi",
                "--profile",
                empty.toString(),
                "--network",
                folder.resolve("new.svg").toString());
        assertThat(folder.resolve("new.svg")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "../x y", "\"", "a;b"})
    void program_thatIsNoName_isASentence(String program) {
        assertThat(refused("run", program)).startsWith("sojourn: ").doesNotContain("Exception", "\tat ");
    }

    @Test
    void run_ofNothingButHelp_isNoMistake() {
        assertThat(parsed("run", "--help").isUsageHelpRequested()).isTrue();
        assertThat(parsed("run", "--version").isVersionHelpRequested()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        pi --launcher local  | place p1 is placed on 192.0.2.9, which isn't this machine; --launcher local starts
        pi --one-jvm         | --one-jvm is for runs whose first places are all on this machine
        pi --listen 127.0.0.1:0 | --listen is for runs whose first places are all on this machine
        pi --profile x.txt   | --profile is written by places of this machine
        pi --layer unix      | leave out --layer
        pi --env A-B=c       | --env A-B can't be handed to other hosts
        pi --certificates no/folder | --certificates no/folder isn't a folder
        """)
    void otherHost_withWhatIsForThisMachine_isRefused(String typed, String sentence, @TempDir Path folder)
            throws IOException {
        String config = places(folder, "localhost", "192.0.2.9");
        assertThat(refused(("run " + typed + " --config " + config).split(" "))).contains(sentence);
    }

    @Test
    void script_thatIsNotWhereTheInitPlaceLives_isRefused(@TempDir Path folder) throws IOException {
        Path script = Files.writeString(folder.resolve("hello.mc"), "create(node = \"there\");");
        String config = places(folder, "192.0.2.9", "localhost");
        assertThat(refused("run", script.toString(), "--config", config))
                .contains("a script and the scripts beside it are read where p0 lives, and p0 is placed on 192.0.2.9");
    }

    private static String places(Path folder, String init, String other) throws IOException {
        return Files.writeString(folder.resolve("places.conf"), """
            selectorSystem {
              init { place: p0, hostname: %s, port: 0 }
              remote: [ { place: p1, hostname: %s, port: 0 } ]
            }
            """.formatted(init, other))
                .toString();
    }
}
