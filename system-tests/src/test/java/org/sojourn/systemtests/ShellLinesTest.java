package org.sojourn.systemtests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sojourn.host.Program;
import org.sojourn.launch.Main;
import picocli.CommandLine;

/**
 * The shell lines of README and of the guide: each that calls the command names commands and options that there are; and those of the first hour are
 * typed into a shell as they stand there. Not typed is what needs a second shell, another host, a program of the reader's, or minutes.
 */
class ShellLinesTest {
    private static final Path README = Path.of("../README.md");
    private static final Path FIRST_STEPS = Path.of("../docs/guide/first-steps.md");
    private static final Pattern CALL = Pattern.compile("(?:\\$SOJOURN|\\.)/sojourn((?: +[^|\"')]+)?)");
    private static final Pattern PROGRAM = Pattern.compile("\\./sojourn run ([a-z]+)(?: .*)?");
    private static final Pattern SCRIPT = Pattern.compile("(?ms)^```c\n(.*?)^```$");

    @TempDir
    private Path folder = Path.of(""); // JUnit sets it

    static List<Path> pages() throws IOException {
        return Stream.concat(Stream.of(README, Path.of("../CONTRIBUTING.md")), GuideTest.pages().stream())
                .toList();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void line_ofAPage_namesCommandsAndOptionsThatThereAre(Path page) throws IOException {
        assertThat(ShellLines.of(page).all()).allSatisfy(line -> {
            Matcher calls = CALL.matcher(line.replaceAll("'[^']*'", "QUOTED"));
            while (calls.find()) {
                parse(calls.group(1).replace("\\ ", "_").strip());
            }
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"frobnicate", "run", "run pi --plaecs 3", "list --jsno"})
    void line_withAMistake_isFound(String line) {
        assertThatCode(() -> parse(line)).isInstanceOf(AssertionError.class);
    }

    /** An option that run doesn't know is the program's, which says in its summary that it has it. */
    private static void parse(String typed) {
        List<String> words =
                Arrays.stream(typed.split(" +")).filter(each -> !each.isEmpty()).toList();
        if (!words.isEmpty() && words.getFirst().equals("bench")) {
            return; // has a command line of its own
        }
        CommandLine line = Main.commandLine();
        line.getSubcommands().values().forEach(each -> each.setUnmatchedOptionsArePositionalParams(false));
        try {
            line.parseArgs(words.toArray(String[]::new));
        } catch (CommandLine.UnmatchedArgumentException e) {
            if (e.getUnmatched().stream()
                    .anyMatch(each -> each.startsWith("-") ? !isOfAProgram(each) : !words.contains("run"))) {
                throw new AssertionError(typed + ": " + e.getMessage(), e);
            }
        } catch (CommandLine.ParameterException e) {
            throw new AssertionError(typed + ": " + e.getMessage(), e);
        }
    }

    private static boolean isOfAProgram(String option) {
        return ServiceLoader.load(Program.Catalogue.class).stream()
                .flatMap(each -> each.get().programs().stream())
                .anyMatch(each -> each.summary().contains(option));
    }

    /** What stands in a checkout, and needs nothing of the reader's. */
    @Test
    void moreToTry_programsAndFiles_areThere() throws IOException {
        String block = Files.readString(README).replaceFirst("(?s).*More to try:\n\n(.*?)\n\n.*", "$1");
        List<String> bundled;
        try (Sojourn list = Sojourn.start("list")) {
            assertThat(list.status()).as(list.toString()).isZero();
            bundled = list.out().lines().map(each -> each.split(" ")[0]).toList();
        }
        List<String> named = block.lines()
                .map(String::strip)
                .map(PROGRAM::matcher)
                .filter(Matcher::matches)
                .map(each -> each.group(1))
                .toList();
        assertThat(named).contains("cannon", "gather", "pi").allMatch(bundled::contains);
        assertThat(Pattern.compile("\\S+\\.(?:jar|mc)\\b")
                        .matcher(block)
                        .results()
                        .map(MatchResult::group))
                .isNotEmpty()
                .allMatch(each -> each.startsWith("launch/target/dist/lib/sojourn-examples-*"));
    }

    /** Each with what it prints among other things; javac says nothing. */
    @Test
    void readme_linesOfTheFirstHour_doWhatThePageSays() throws IOException {
        Shell shell = new Shell(folder);
        String readme = Files.readString(README);
        write(shell, "", README);
        MatchResult script = SCRIPT.matcher(readme).results().findFirst().orElseThrow();
        shell.write("ways.mc", script.group(1));
        Map<String, String> says = new LinkedHashMap<>();
        says.put("./sojourn", "Runs a program, a script, a jar or a class");
        says.put("./sojourn list", "pi             [DIGITS]");
        says.put("./sojourn help run", "--places=N");
        says.put("javac -d out -cp \"$(./sojourn classpath)\" Hello.java", "");
        says.put("CLASSPATH=out ./sojourn run Hello --places 3", "[p2] hello world, from p2");
        says.put("jar --create --file hello.jar --main-class Hello -C out .", "");
        says.put("./sojourn run hello.jar --places 3", "[p1] hello world, from p1");
        says.put("java -cp \"$(./sojourn classpath):out\" Hello", "hello world, from p0");
        says.put("javac -d out -cp \"$(./sojourn classpath)\" BoundedBuffer.java", "");
        says.put("CLASSPATH=out ./sojourn run BoundedBuffer --places 3", "hello, out of a buffer at p2");
        says.put("./sojourn run ways.mc", "a way over 3 roads is 6.0 long");
        type(shell, README, says);
    }

    @Test
    void firstSteps_lines_doWhatThePageSays() throws IOException {
        Shell shell = new Shell(folder);
        write(shell, "first/", FIRST_STEPS);
        Map<String, String> says = new LinkedHashMap<>();
        says.put("mkdir -p first && cd first", "");
        says.put("export SOJOURN=~/sojourn", "");
        says.put("export CLASSPATH=out", "");
        says.put("javac --version", "javac ");
        says.put("javac -d out -cp \"$($SOJOURN/sojourn classpath)\" Greeting.java", "");
        says.put("$SOJOURN/sojourn run Greeting", "hello Grace, number 2 at p0");
        says.put("javac -d out -cp \"$($SOJOURN/sojourn classpath)\" Parking.java", "");
        says.put("$SOJOURN/sojourn run Parking", "car 8 is in bay");
        says.put("$SOJOURN/sojourn run Parking --places 3", "[p2] car 8 is in bay");
        says.put("$SOJOURN/sojourn run Parking --copy", "car 8 is in bay");
        says.put("javac -d out -cp \"$($SOJOURN/sojourn classpath --test):out\" ParkingTest.java", "");
        says.put("java -cp \"$($SOJOURN/sojourn classpath --test):out\" ParkingTest", "the car park is in order");
        says.put(
                "java -cp \"$($SOJOURN/sojourn classpath --test):out\" org.junit.platform.console.ConsoleLauncher"
                        + " execute --scan-class-path out",
                "0 tests failed");
        type(shell, FIRST_STEPS, says);
        assertThat(ShellLines.of(FIRST_STEPS).all())
                .as("all of them are typed")
                .containsExactlyElementsOf(says.keySet());
    }

    private static void write(Shell shell, String where, Path page) throws IOException {
        for (Map.Entry<String, String> each : PrintedJava.of(page).units().entrySet()) {
            shell.write(where + each.getKey() + ".java", each.getValue());
        }
    }

    private static void type(Shell shell, Path page, Map<String, String> says) throws IOException {
        assertThat(ShellLines.of(page).all()).containsSubsequence(says.keySet());
        for (Shell.Said said : shell.type(List.copyOf(says.keySet()))) {
            assertThat(said.status()).as(said.toString()).isZero();
            assertThat(said.text()).as(said.line()).contains(says.get(said.line()));
            if (said.line().startsWith("javac -d")) {
                assertThat(said.text()).as(said.line()).isEmpty();
            }
        }
    }
}
