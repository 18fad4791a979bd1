package org.sojourn.systemtests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sojourn.launch.Main;
import picocli.CommandLine;

/** What a person types, rightly and wrongly. */
class FrontDoorTest {
    @Test
    void help_withoutArguments_fitsOneScreen() {
        try (Sojourn run = Sojourn.start()) {
            assertThat(run.status()).as(run.toString()).isZero();
            assertThat(run.out().lines()).hasSizeLessThan(40).anyMatch(line -> line.contains("run pi --places 3"));
            assertThat(run.err()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({"--help", "list", "help run"})
    void text_forAPerson_fits80Columns(String typed) {
        try (Sojourn run = Sojourn.start(typed.split(" "))) {
            assertThat(run.status()).as(run.toString()).isZero();
            assertThat(run.out().lines()).allMatch(line -> line.length() <= 80);
            assertThat(run.err()).isEmpty();
        }
    }

    /** A footer has examples and tables, whose lines fit; and no command in a sentence goes on in the next line. */
    @Test
    void help_ofEachCommand_isWrappedInNoExample() {
        CommandLine all = Main.commandLine();
        Stream.concat(Stream.of(all), all.getSubcommands().values().stream()).forEach(each -> {
            assertThat(each.getCommandSpec().usageMessage().footer())
                    .as(each.getCommandName())
                    .allMatch(line -> line.length() <= 80);
            assertThat(each.getUsageMessage(CommandLine.Help.Ansi.OFF).lines())
                    .as(each.getCommandName())
                    .noneMatch(line -> line.length() > 80 || line.endsWith("./sojourn"));
        });
    }

    @Test
    void man_pages_areThereForEachCommandAndReadable(@TempDir Path folder) throws IOException {
        try (Sojourn run = Sojourn.start("man", folder.toString())) {
            assertThat(run.status()).as(run.toString()).isZero();
        }
        assertThat(folder.resolve("man1/sojourn.1")).content().contains(".SH COMMANDS\n", "\\-\\-version");
        for (String name : Main.commandLine().getSubcommands().keySet()) {
            if (!name.equals("train")) {
                assertThat(folder.resolve("man1/sojourn-" + name + ".1"))
                        .content()
                        .startsWith(".TH SOJOURN-" + name.toUpperCase(Locale.ROOT) + " 1 ")
                        .contains(".SH NAME\nsojourn-" + name + " \\- ", ".SH SYNOPSIS\nsojourn " + name);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"TERM, true", "NO_COLOR, false"})
    void help_onATerminal_isColouredUnlessNobodyWantsIt(String variable, boolean isColoured) {
        assumeTrue(hasScript(), "the command script");
        String typed = String.join(" ", Sojourn.command("--help"));
        try (Sojourn run = Sojourn.start(Map.of(variable, "xterm"), List.of("script", "-qec", typed, "/dev/null"))) {
            assertThat(run.status()).as(run.toString()).isZero();
            assertThat(run.out().contains("\u001b[1m")).isEqualTo(isColoured);
        }
    }

    private static boolean hasScript() {
        return Arrays.stream(System.getenv("PATH").split(":", -1))
                .anyMatch(each -> Files.isExecutable(Path.of(each, "script")));
    }

    /** As bash does it when Tab is pressed. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        sojourn sta          | start
        sojourn run --max-pl | --max-places
        sojourn run cann     | cannon
        """)
    void completion_inBash_knowsCommandsOptionsAndPrograms(String typed, String completed, @TempDir Path folder)
            throws IOException {
        Path script;
        try (Sojourn run = Sojourn.start("completion")) {
            assertThat(run.status()).as(run.toString()).isZero();
            script = Files.writeString(folder.resolve("completion"), run.out());
        }
        String words = typed.replace(" ", "' '");
        int last = typed.split(" ").length - 1;
        String asked = "source " + script + "; COMP_WORDS=('" + words + "'); COMP_CWORD=" + last
                + "; _complete_sojourn; echo \"${COMPREPLY[@]}\"";
        try (Sojourn bash = Sojourn.start(Map.of(), List.of("bash", "-c", asked))) {
            assertThat(bash.status()).as(bash.toString()).isZero();
            assertThat(bash.out().split("\\s+")).contains(completed);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        stauts               | did you mean status?   | status
        list --jsno          | did you mean --json?   | --json
        run canon            | did you mean cannon?   |
        run pi --jsno --one-jvm --json --places 0 | --places is 0 |
        """)
    void mistake_typed_namesWhatWasMeant_andIsJsonToo(String typed, String says, String meant) {
        List<String> words = new ArrayList<>(List.of(typed.trim().split(" +")));
        if (!words.contains("--json")) {
            words.add("--json");
        }
        try (Sojourn run = Sojourn.start(words.toArray(String[]::new))) {
            assertThat(run.status()).as(run.toString()).isEqualTo(2);
            assertThat(run.err()).startsWith("sojourn: ").contains(says);
            assertThat(run.out()).startsWith("{\"error\":\"").contains("\"status\":2");
            if (meant != null) {
                assertThat(run.out()).contains("\"meant\":\"" + meant + "\"");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--help",
                "list",
                "list --json",
                "classpath",
                "run pi 100",
                "run pi 100 --places 2 --json",
                "run pi 100 --places 2 --one-jvm"
            })
    void output_thatCannotBeWritten_isASentenceAndStatusOne(String typed) {
        assumeTrue(Files.exists(Path.of("/dev/full")), "a system with /dev/full");
        List<String> command = new ArrayList<>(List.of("sh", "-c", "\"$@\" >/dev/full", "sh"));
        command.addAll(Sojourn.command(typed.split(" ")));
        try (Sojourn run = Sojourn.start(Map.of(), command)) {
            assertThat(run.status()).as(run.toString()).isEqualTo(1);
            assertThat(run.err()).containsOnlyOnce("standard output could not be written");
        }
    }

    /** The bar and what a program prints share a terminal, and no line of it. */
    @ParameterizedTest
    @ValueSource(strings = {"", " --one-jvm"})
    void progress_onATerminal_isInNoLineOfTheProgram(String mode, @TempDir Path folder) throws IOException {
        boolean isThere = hasScript();
        String sentence =
                "NOT TESTED: the progress bar on a terminal. This machine lacks the command script; on Debian:"
                        + " apt-get install bsdutils";
        if (!isThere) {
            System.err.println(sentence);
        }
        assumeTrue(isThere, sentence);
        Path seen = folder.resolve("seen");
        String words = "run own.Steps " + seen + " --places 2" + mode;
        String typed = String.join(" ", Sojourn.command(words.split(" ")));
        Map<String, String> environment = new HashMap<>(OwnPrograms.environment());
        environment.put("SOJOURN_TERMINAL", "1");
        try (Sojourn run = Sojourn.start(environment, List.of("script", "-qec", typed, "/dev/null"))) {
            run.awaitOutput(text -> text.contains("steps        [")); // which takes the launcher a while
            Files.createFile(seen);
            assertThat(run.status()).as(run.toString()).isZero();
            List<String> lines = Arrays.stream(run.out().split("\r?\n"))
                    .map(FrontDoorTest::shown)
                    .toList();
            assertThat(lines)
                    .contains("step 1", "step 6", "result")
                    .noneMatch(line -> line.contains("steps        ["))
                    .anyMatch(line -> line.matches("(\\[p1\\] )?line 6"));
        }
    }

    /** What is left of a line over which others were written. */
    private static String shown(String line) {
        StringBuilder shown = new StringBuilder();
        for (String part : line.split("\r", -1)) {
            shown.replace(0, Math.min(shown.length(), part.length()), part);
        }
        return shown.toString().stripTrailing();
    }

    @Test
    void list_always_namesEveryProgramInOneLine() {
        try (Sojourn run = Sojourn.start("list")) {
            assertThat(run.status()).isZero();
            assertThat(run.out().lines().map(line -> line.split(" ")[0]))
                    .containsExactly(
                            "barber",
                            "buffer",
                            "cannon",
                            "deltae",
                            "gather",
                            "hull",
                            "julia",
                            "mandelbrot",
                            "mesh",
                            "philosophers",
                            "pi",
                            "pipeline",
                            "product",
                            "queens",
                            "readers",
                            "salesman",
                            "series",
                            "smokers",
                            "styrene",
                            "trapezoid",
                            "wator");
            assertThat(run.out()).contains("[ITEMS]: ", "[N], or ", "[SEATS] [MEALS]: ", "[DIGITS] ", "[PIECES] ");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        run                  | Missing required parameter
        run nothing          | no bundled program nothing
        run pi many          | many
        run pi --places 0    | --places is 0; one machine gets 1 to 256
        get everything       | there is no "everything" to get; there is dump, selectors,
        frobnicate           | frobnicate
        help stpo            | there is no command stpo; did you mean stop?
        """)
    void mistake_typed_isASentenceAndStatusTwo(String typed, String sentence) {
        try (Sojourn run = Sojourn.start(typed.trim().split(" +"))) {
            assertThat(run.status()).as(run.toString()).isEqualTo(2);
            assertThat(run.err())
                    .contains(sentence.trim())
                    .startsWith("sojourn: ")
                    .doesNotContain("\tat ");
            assertThat(run.out()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "--heap 1k, --json",
        "--heap 999999g, --log=WARNING",
        "--jvm-opt no.such.Class, --log=WARNING",
        "--jvm-opt -XX:Nonsense, --json"
    })
    void options_thatTheJvmOfAPlaceRefuses_areASentenceAndStatusTwo(String options, String form) {
        String[] typed = ("run buffer 20 --places 2 " + options + " " + form).split(" ");
        try (Sojourn run = Sojourn.start(typed)) {
            assertThat(run.status()).as(run.toString()).isEqualTo(2);
            assertThat(run.err())
                    .containsPattern("(?m)^sojourn: p[01] could not start: its process exited with status 1; ")
                    .doesNotContain("loss");
            assertThat(run.out().lines()).allMatch(line -> line.startsWith("{\"ended\":\"failed\",\"status\":2,"));
            assertThat(run.out().isEmpty()).isNotEqualTo(form.equals("--json"));
        }
    }

    @Test
    void config_fileOfTheFigureOnThisMachine_runsThere(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("places.conf"), figure("localhost", 0));
        try (Sojourn run = Sojourn.start("run", "buffer", "20", "--config", file.toString(), "--json")) {
            assertThat(run.status()).as(run.toString()).isZero();
            assertThat(run.out()).contains("\"place\":\"p3\"").contains("\"status\":0");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        place: p0, port: 0                  | place: p1, hostname: localhost          | place p0 can't be read
        place: p0, hostname: h, port: 70000 | place: p1, hostname: h, port: 0         | place p0 has port 70000
        """)
    void config_mistake_namesThePlace(String init, String remote, String sentence, @TempDir Path folder)
            throws IOException {
        String text = "selectorSystem { init { " + init + " }, remote: [ { " + remote + " } ] }";
        Path file = Files.writeString(folder.resolve("places.conf"), text);
        try (Sojourn run = Sojourn.start("run", "buffer", "--config", file.toString())) {
            assertThat(run.status()).as(run.toString()).isEqualTo(2);
            assertThat(run.err()).startsWith("sojourn: " + file).contains(sentence);
        }
    }

    @Test
    void config_anotherHost_isRefusedByName(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("places.conf"), figure("cn2.davinci.rice.edu", 0));
        try (Sojourn run = Sojourn.start("run", "buffer", "--launcher", "local", "--config", file.toString())) {
            assertThat(run.status()).as(run.toString()).isEqualTo(2);
            assertThat(run.err()).contains("cn2.davinci.rice.edu").contains("isn't this machine");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"--log=WARNING", "--one-jvm", "--json"})
    void config_takenPort_isOneSentenceAndStatusTwo(String option, @TempDir Path folder) throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String text =
                    "selectorSystem { init { place: p0, hostname: localhost, port: " + taken.getLocalPort() + " } }";
            Path file = Files.writeString(folder.resolve("places.conf"), text);
            try (Sojourn run = Sojourn.start("run", "buffer", "--config", file.toString(), option)) {
                assertThat(run.status()).as(run.toString()).isEqualTo(2);
                assertThat(run.err().lines())
                        .singleElement()
                        .asString()
                        .startsWith("sojourn: ")
                        .contains(Integer.toString(taken.getLocalPort()));
            }
        }
    }

    /** As printed in the paper, trailing comma and all. */
    private static String figure(String host, int port) {
        return """
            selectorSystem {
                init {
                  place : p0,
                  hostname:%1$s,
                  port: %2$d,
                }
                remote : [
                 {place : p1, hostname:%1$s, port: %3$d},
                 {place : p2, hostname:%1$s, port: %4$d},
                 {place : p3, hostname:%1$s, port: %2$d},
                ]
            }
            """.formatted(host, port, port == 0 ? 0 : port + 1, port == 0 ? 0 : port + 2);
    }
}
