package org.sojourn.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A network that is held open, and what is typed in another shell meanwhile: most of it is on the guide's page. */
class NetworkCommandsTest {
    private static final Path GUIDE = Path.of("../docs/guide/messengers.md");
    private static final Pattern FILE = Pattern.compile("(?ms)^```c file=(\\S+)\n(.*?)^```$");

    @TempDir
    private static Path folder = Path.of(""); // JUnit sets it

    private static Sojourn network = Sojourn.start("--version");

    @BeforeAll
    static void open() throws IOException {
        for (MatchResult each : FILE.matcher(Files.readString(GUIDE)).results().toList()) {
            script(each.group(1), each.group(2));
        }
        script("fails.mc", "int zero;\ncreate(physical = \"p2\");\nm_print(1 / zero);");
        script("endless.mc", "int turns;\nfor (;;) turns++;");
        script("ring.node", "int passed = 0;");
        script("ring.mc", """
            #node "ring.node"
            int n = 12, rounds = 3000, i, sum; node_t home = $address;
            for (i = 1; i < n; i++) create(node = "ring"; link = "ring"; dir = +);
            create(node = home; link = "ring"; dir = +);
            m_print("round it goes\\n");
            for (i = 0; i < n * rounds; i++) { hop(link = "ring"; dir = +); passed++; sum += passed; }
            m_print("sum ", sum, "\\n");
            """);
        script("kills.mc", """
            messenger_t child = m_fork();
            if (child) { create(); exec(file = "true"); kill(child); exit; }
            exec(file = "sleep"; in = 3600);
            """);
        assertThat(Files.readString(GUIDE)).contains("    ./sojourn network --places 3\n");
        network.close();
        network = command("network --places 3 --jvm-opt -Dsojourn.exec=true --network " + folder.resolve("end.json"));
        network.awaitOutput(text -> text.contains("./sojourn stop"));
    }

    private static void script(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }

    private static Sojourn command(String typed) {
        List<String> words = new ArrayList<>();
        for (String each : typed.split("(?<!\\\\) ")) {
            String word = each.replace("\\ ", " ");
            words.add(word.endsWith(".mc") ? folder.resolve(word).toString() : word);
        }
        return Sojourn.start(Map.of("SOJOURN_RUNS", folder.resolve("runs").toString()), words.toArray(String[]::new));
    }

    /** What a command of the page says. */
    private static String said(String typed) throws IOException {
        assertThat(Files.readString(GUIDE)).contains("    ./sojourn " + typed + "\n");
        return done(typed);
    }

    private static String done(String typed) {
        try (Sojourn asked = command(typed)) {
            assertThat(asked.status()).as("%s%n%s%n%s", typed, asked, network).isZero();
            return asked.out();
        }
    }

    @AfterAll
    static void stop() throws IOException {
        try (Sojourn ended = network) {
            assertThat(said("stop")).contains("(network) ends");
            assertThat(ended.status()).as(ended.toString()).isZero();
            assertThat(ended.err()).contains("stopped with status 0").contains("./sojourn stop asked for it");
            assertThat(Files.readString(folder.resolve("end.json")))
                    .startsWith("{\"places\":[\n{\"place\":\"p0\",")
                    .contains("\"name\":\"child\"", "\"missing\":[]}");
        }
    }

    @Test
    void printedCommands_showWhatThePageSays() throws IOException {
        assertThat(said("inject count.mc depth=2 --wait")).contains("all that it has begun has ended");
        network.awaitOutput(text -> text.contains("7 nodes, and the sum of their depths is 10"));
        said("inject visit.mc greeting=good\\ morning --at child --wait");
        network.awaitOutput(text -> text.contains("good morning from child"));
        assertThat(said("inject late.mc")).containsPattern("^late\\.mc begins at node init p0/");
        assertThat(said("get messengers"))
                .containsPattern("late\\.mc:3 +at init p0/\\d+: waits for node\\.nodes >= enough, where enough is 100");
        assertThat(said("get network"))
                .containsPattern("(?m)^ {2}init p0/\\d+ .*nodes = 7, sum = 10")
                .containsPattern("(?m)^ {4}-- child p\\d/\\d+, link branch");
        assertThat(done("get network --json --limit 1"))
                .contains("\"shown\":[{\"address\":\"p0/", "\"nodes\":7,\"sum\":10}");
    }

    @Test
    void nodes_leaveAPlaceThatIsDrained_whileAMessengerGoesRound() throws IOException {
        try (Sojourn goes = command("inject ring.mc --wait")) {
            network.awaitOutput(text -> text.contains("round it goes"));
            assertThat(said("drain p1"))
                    .containsPattern(
                            "^[1-9]\\d* selectors, nodes and threads have left p1; nothing is left there that could");
            assertThat(goes.status()).as(goes.toString()).isZero();
        }
        network.awaitOutput(text -> text.contains("sum " + 12 * 3000 * 3001 / 2));
        assertThat(done("get network"))
                .containsPattern("(?m)^p1 has 1 node and 0 messengers\\R {2}init p1/\\d+\\Rp2 has ");
    }

    @Test
    void endlessLoop_isEndedWhenItHasRunForAsLongAsIsSet() {
        assertThat(done("set loop-seconds=1")).contains("loop-seconds=1");
        try (Sojourn asked = command("inject endless.mc --wait")) {
            assertThat(asked.status()).as(asked.toString()).isEqualTo(1);
            assertThat(asked.err()).contains("endless.mc:2: ", "an endless loop?");
        }
        done("set loop-seconds=60"); // where threads wait long for a processor, other tests' messengers need it
    }

    @Test
    void messengerThatWaitsForAProcess_killed_endsIt() {
        assertThat(done("inject kills.mc --wait")).contains("all that it has begun has ended");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        1 | fails.mc --wait         | fails.mc:3: A whole number is divided by 0.
        2 | late.mc --at nowhere    | there is no node 'nowhere' in the network
        2 | late.mc much=1          | there is no variable much to be given; late.mc has enough
        2 | late.mc --run 1         | no run 1 of yours on this machine; there is
        """)
    void injection_thatCannotBe_isASentence(int status, String typed, String sentence) {
        try (Sojourn asked = command("inject " + typed)) {
            assertThat(asked.status()).as(asked.toString()).isEqualTo(status);
            assertThat(asked.err()).startsWith("sojourn: ").contains(sentence);
        }
    }
}
