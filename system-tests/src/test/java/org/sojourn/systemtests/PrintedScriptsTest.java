package org.sojourn.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The scripts of README and of the guide, and the Java beside them, do what is said there. */
class PrintedScriptsTest {
    private static final Path GUIDE = Path.of("../docs/guide/messengers.md");
    private static final Pattern FILE = Pattern.compile("(?ms)^```c file=(\\S+)\n(.*?)^```$");
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```c\n(.*?)^```$");

    @TempDir
    private Path folder = Path.of(""); // JUnit sets it

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        ways.mc                     | a way over 2 roads is 7.0 long
        ways.mc                     | a way over 3 roads is 6.0 long
        ways.mc --places 3 length=10 | a way over 3 roads is 16.0 long
        """)
    void readme_script_prints(String typed, String says) throws IOException {
        String readme = Files.readString(Path.of("../README.md"));
        List<String> scripts =
                BLOCK.matcher(readme).results().map(each -> each.group(1)).toList();
        Files.writeString(folder.resolve("ways.mc"), scripts.getFirst());
        assertThat(scripts.getFirst().lines()).hasSizeLessThanOrEqualTo(15);
        assertThat(readme).contains("./sojourn run ways.mc --places 3 length=10");
        prints(Map.of(), typed, says);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        count.mc                      | 15 nodes, and the sum of their depths is 34
        count.mc --places 3           | 15 nodes, and the sum of their depths is 34
        count.mc depth=5 --places 3   | 63 nodes, and the sum of their depths is 258
        """)
    void guide_script_prints(String typed, String says) throws IOException {
        write();
        assertThat(Files.readString(GUIDE)).contains("    ./sojourn run " + typed + "\n");
        prints(Map.of(), typed, says);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        price.mc pieces=10   | Prices    | that makes 25.0
        Greetings --places 2 | Greetings | all have ended
        Rooms --places 2     | Rooms     | the kitchen has 18.0 degrees; cellar.mc, line 3, has failed
        """)
    void guide_java_doesWhatThePageSays(String typed, String program, String says) throws IOException {
        write();
        Path classes = Files.createDirectory(folder.resolve("out"));
        PrintedJava.of(GUIDE).compile(List.of(program), "21", classes);
        assertThat(Files.readString(GUIDE)).contains("    CLASSPATH=out ./sojourn run " + typed + "\n");
        prints(Map.of("CLASSPATH", classes.toString()), typed, says);
    }

    @Test
    void testingPage_scriptTest_compilesAndPasses() throws IOException {
        Path classes = Files.createDirectory(folder.resolve("out"));
        PrintedJava.of(Path.of("../docs/guide/testing.md")).compile(List.of("RingTest"), "21", classes);
        String classPath = Sojourn.distClassPath() + File.pathSeparator + classes;
        try (Sojourn run = Sojourn.start(Map.of(), List.of(Sojourn.JAVA, "-cp", classPath, "RingTest"))) {
            assertThat(run.status()).as(run.toString()).isZero();
            assertThat(run.out()).contains("50 seeds, and always 9 hops");
        }
    }

    private void write() throws IOException {
        for (MatchResult each : FILE.matcher(Files.readString(GUIDE)).results().toList()) {
            Files.writeString(folder.resolve(each.group(1)), each.group(2));
        }
    }

    private void prints(Map<String, String> environment, String typed, String says) {
        String where = typed.contains(".mc") ? folder + "/" : "";
        try (Sojourn run = Sojourn.start(environment, ("run " + where + typed).split(" "))) {
            assertThat(run.status()).as(run.toString()).isZero();
            assertThat(run.out().lines().map(line -> line.replaceFirst("^\\[p\\d] ", "")))
                    .contains(says.split("; "));
        }
    }
}
