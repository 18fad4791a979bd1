package org.sojourn.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Scripts of messengers as programs. */
class ScriptRunTest {
    private static final String HELLO = """
        char name[8] = "world";
        int n = 2, i;
        node_t home = $address;

        for (i = 0; i < n; i++) {
          create(node = "far");
          m_print("hello ", name, " ", i, " from ", $node, "\\n");
          hop(node = home);
        }
        m_result("n", n);
        m_inject("other.mc", 7);
        """;

    @TempDir
    private Path folder = Path.of(""); // JUnit sets it

    @BeforeEach
    void setUp() throws IOException {
        script("hello.mc", HELLO);
        script("other.mc", "int k; m_print(\"other has \", k, \"\\n\");");
        script("waits.mc", "#node \"node\"\nm_sched_node(ready, gt, 0);");
        script("node", "int ready = 0;");
        script("fails.mc", "int zero = 0;\ncreate(node = \"far\");\nm_print(1 / zero);");
        script("wrong.mc", "int k = 1\nm_print(k, y);\n");
        script(
                "calls.mc",
                "int sum; func(file = \"Sums\"; name = \"of\"; in = 3, 4; out = sum); m_print(\"sum \", sum);");
    }

    private void script(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }

    /** Runs a script of the folder by what is typed behind {@code run}. */
    private Sojourn run(String typed) {
        return run(Map.of(), typed);
    }

    private Sojourn run(Map<String, String> environment, String typed) {
        String[] words = ("run " + folder + "/" + typed).split(" ");
        return Sojourn.start(environment, words);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--places 1", "--places 3", "--places 2 --one-jvm"})
    void script_thatNamesAnother_runsBothToQuiescence(String places) {
        try (Sojourn run = run("hello.mc name=Ada n=3 " + places)) {
            assertThat(run.status()).as(run.toString()).isZero();
            assertThat(run.out().lines().map(line -> line.replaceFirst("^\\[p\\d] ", "")))
                    .containsExactlyInAnyOrder(
                            "hello Ada 0 from far", "hello Ada 1 from far", "hello Ada 2 from far", "other has 7");
            assertThat(run.err()).contains("quiescent after");
        }
    }

    @Test
    void script_json_hasItsResults() {
        try (Sojourn run = run("hello.mc n=0x5 --json")) {
            assertThat(run.status()).as(run.toString()).isZero();
            assertThat(run.out()).contains("\"ended\":\"quiescent\"").contains("\"result\":{\"n\":5}");
        }
    }

    @Test
    void fault_thatNobodyHears_failsTheRun() {
        try (Sojourn run = run("fails.mc --places 2")) {
            assertThat(run.status()).as(run.toString()).isEqualTo(1);
            assertThat(run.err())
                    .containsPattern("(?m)^failed after ")
                    .containsPattern("(?m)^ +fails\\.mc:3: .* node far");
        }
        try (Sojourn run = run("fails.mc zero=2 --places 2")) {
            assertThat(run.status()).as(run.toString()).isZero();
        }
    }

    @Test
    void messenger_thatWaitsForEver_stallsTheRunAndIsNamed() {
        try (Sojourn run = run("waits.mc --places 2")) {
            assertThat(run.status()).as(run.toString()).isEqualTo(3);
            assertThat(run.err())
                    .containsPattern("(?m)^stalled after ")
                    .containsPattern("(?m)^ +waits\\.mc:2: .* node init .* waits for node\\.ready > 0");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"wrong.mc", "wrong.mc --check", "wrong.mc --places 2 --json"})
    void script_withErrors_showsThemAllAndStartsNothing(String typed) {
        try (Sojourn run = run(typed)) {
            assertThat(run.status()).as(run.toString()).isEqualTo(2);
            assertThat(run.out())
                    .matches(typed.endsWith("--json") ? "\\{\"error\":.*2 errors.*\"status\":2.*}\\s*" : "");
            String file = folder + "/wrong.mc";
            assertThat(run.err()).isEqualTo("""
                %1$s:1:10: E13: there should be ';' after '1'
                    int k = 1
                             ^
                %1$s:2:12: E3: there is no variable 'y'
                    m_print(k, y);
                               ^
                sojourn: %1$s can't be run: 2 errors
                """.formatted(file));
        }
    }

    @Test
    void script_namedByOneThatIsRun_hasToBeRight() throws IOException {
        script("other.mc", "int k");
        try (Sojourn run = run("hello.mc")) {
            assertThat(run.status()).as(run.toString()).isEqualTo(2);
            assertThat(run.err())
                    .startsWith(folder + "/other.mc:1:6: E13: ")
                    .contains("hello.mc can't be run: 1 error");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"hello.mc --check", "hello.mc n=3 --check", "waits.mc --check"})
    void check_rightScript_saysNothing(String typed) {
        try (Sojourn run = run(typed)) {
            assertThat(run.status()).as(run.toString()).isZero();
            assertThat(run.out() + run.err()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        hello.mc m=3         | there is no variable m to be given; hello.mc has name, n, i
        hello.mc n           | "n" isn't a name=value; hello.mc has name, n, i
        hello.mc n=many      | n is an int, and "many" doesn't fit
        hello.mc n=3000000000 | n is an int, and "3000000000" doesn't fit
        hello.mc n=1 n=2     | n is given twice; give it once
        hello.mc home=p0     | home isn't a number; only numbers and texts can be given by a command
        hello.mc name=Hephaistos | name has room for 8 bytes; the text has 10
        waits.mc ready=1     | waits.mc has no variables before its first statement
        nothing.mc           | there is no file
        """)
    void mistake_typed_isASentenceAndStatusTwo(String typed, String sentence) {
        try (Sojourn run = run(typed)) {
            assertThat(run.status()).as(run.toString()).isEqualTo(2);
            assertThat(run.err()).startsWith("sojourn: ").contains(sentence).hasLineCount(1);
            assertThat(run.out()).isEmpty();
        }
    }

    @Test
    void check_ofNoScript_isASentenceAndStatusTwo() {
        try (Sojourn run = Sojourn.start("run", "pi", "--check")) {
            assertThat(run.status()).as(run.toString()).isEqualTo(2);
            assertThat(run.err()).startsWith("sojourn: --check is for scripts, and pi");
        }
    }

    @Test
    void func_ofAClassOnClasspath_isCalled() throws IOException, InterruptedException {
        Path source = folder.resolve("Sums.java");
        Files.writeString(source, "public class Sums { public static int of(int a, int b) { return a + b; } }");
        Path javac = Path.of(System.getProperty("java.home"), "bin", "javac");
        assertThat(new ProcessBuilder(javac.toString(), source.toString())
                        .inheritIO()
                        .start()
                        .waitFor())
                .isZero();
        try (Sojourn run = run(Map.of("CLASSPATH", folder.toString()), "calls.mc")) {
            assertThat(run.status()).as(run.toString()).isZero();
            assertThat(run.out()).isEqualTo("sum 7");
        }
    }
}
