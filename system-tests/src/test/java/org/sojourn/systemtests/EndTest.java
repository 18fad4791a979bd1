package org.sojourn.systemtests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How runs over several processes end, each with its word and its status. */
@Order(1)
@Execution(ExecutionMode.CONCURRENT)
class EndTest {
    private final Map<String, String> own = OwnPrograms.environment();

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        finish   | 0 | finished
        idle     | 0 | quiescent
        fail     | 1 | boom
        throw    | 1 | main failed
        stall    | 3 | "takes" (disabled)
        owed     | 3 | waits for the answer
        exit     | 7 | System.exit(7)
        stop     | 5 | stopped with status 5
        capture  | 1 | may not travel
        hold     | 0 | finished
        dead     | 0 | 1 dead letter
        """)
    void ownProgram_endsInEachWay_withItsWordAndStatus(String how, int status, String word) {
        try (Sojourn run = Sojourn.start(own, "run", "own.Ends", how, "--places", "2")) {
            assertThat(run.status()).as(run.toString()).isEqualTo(status);
            assertThat(run.err()).contains(word).doesNotContain("1 dead letters");
        }
    }

    /** What main does when it has closed the run counts, and is waited for. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        throw inside | 1 | main failed: java.lang.IllegalStateException: main has had enough
        throw after  | 1 | main failed: java.lang.IllegalStateException: main has had enough
        exit after   | 7 | System.exit(7)
        stall, exit  | 3 | "takes" (disabled)
        print after  | 0 | the run is over, and main still runs; the places end when it returns
        """)
    void main_thatHasClosedTheRun_isWaitedFor(String how, int status, String word) {
        for (String mode : List.of("--log=WARNING", "--one-jvm")) {
            try (Sojourn run = Sojourn.start(own, "run", "own.Ends", how, "--places", "2", mode)) {
                assertThat(run.status()).as(run.toString()).isEqualTo(status);
                assertThat(run.err()).contains(word);
                assertThat(run.out()).isEqualTo(status == 0 ? "printed at last\n" : "");
            }
        }
    }

    @Test
    void exit_calledByMain_stillSaysHowEachPlaceWas() {
        try (Sojourn run = Sojourn.start(own, "run", "own.Ends", "exit", "--places", "2", "--json")) {
            assertThat(run.status()).as(run.toString()).isEqualTo(7);
            assertThat(RunTest.fields(run.out(), "pid")).hasSize(2);
            assertThat(RunTest.fields(run.out(), "selectors"))
                    .as("p0 at least has said it")
                    .isNotEmpty();
        }
    }

    /** Both signals end processes in LossTest as well. */
    @ParameterizedTest
    @CsvSource({"INT, 130, --log=WARNING", "TERM, 143, --one-jvm"})
    void interrupt_always_keepsWhatTheProgramHasReported(String signal, int status, String mode) {
        try (Sojourn run = Sojourn.start(own, "run", "own.Ends", "wait", "--places", "2", "--json", mode)) {
            run.awaitOutput(text -> text.contains("waiting"));
            run.signal(signal);
            assertThat(run.status()).as(run.toString()).isEqualTo(status);
            assertThat(run.out().lines()).hasSize(1);
            assertThat(run.out())
                    .startsWith("{\"ended\":\"stopped\",\"status\":" + status + ",\"result\":{\"so far\":1}")
                    .containsPattern("\"why\":\\[\"interrupted\",\"p0 was held open by keepAlive\\(\\), called at"
                            + " \\S*own\\.Ends\\.\\S+\\(Ends\\.java:\\d+\\)");
            assertThat(RunTest.fields(run.out(), "pid")).hasSize(2);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        pi 100       | 3.1415926
        cannon 20    | ''
        """)
    void out_diskFull_isASentenceAndLosesNoDigits(String program, String printed) {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.exists(full), "a system with /dev/full");
        try (Sojourn run = Sojourn.start(("run " + program + " --places 2 --out " + full).split(" "))) {
            assertThat(run.status()).as(run.toString()).isEqualTo(1);
            assertThat(run.out()).startsWith(printed).doesNotContain("differs from the plain product");
            assertThat(run.err()).contains("cannot write /dev/full: ").doesNotContain("\tat ");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        finish   | 0 | finished
        fail     | 1 | boom
        throw    | 1 | main failed
        stall    | 3 | "takes" (disabled)
        exit     | 7 | System.exit(7)
        stop     | 5 | stopped
        """)
    void oneJvm_endsInEachWay_withWhatEachPlaceHasToSay(String how, int status, String word) {
        String[] typed = ("run own.Ends " + how + " --places 2 --one-jvm --json --startup").split(" ");
        try (Sojourn run = Sojourn.start(own, typed)) {
            assertThat(run.status()).as(run.toString()).isEqualTo(status);
            assertThat(run.out().lines()).hasSize(1);
            assertThat(run.out())
                    .contains("\"status\":" + status)
                    .contains("\"place\":\"p1\"")
                    .contains(word.replace("\"", "\\\""));
            assertThat(run.err()).contains("p1: assigned ").doesNotContain("SEVERE", "java.lang.reflect");
        }
    }

    @Test
    void oneJvm_aFailure_isLoggedAsAPlaceLogsIt() {
        try (Sojourn run = Sojourn.start(own, "run", "own.Ends", "fail", "--places", "2", "--one-jvm")) {
            assertThat(run.status()).as(run.toString()).isEqualTo(1);
            assertThat(run.err().lines()).anyMatch(line -> line.startsWith("sojourn ERROR: "));
        }
        try (Sojourn run = Sojourn.start(own, "run", "own.Ends", "fail", "--places", "2", "--one-jvm", "--log=OFF")) {
            assertThat(run.status()).as(run.toString()).isEqualTo(1);
            assertThat(run.err().lines())
                    .anyMatch(line -> line.startsWith("place "))
                    .noneMatch(line -> line.startsWith("sojourn ERROR: "));
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        Heir        | 0 | finished
        Instance    | 0 | finished
        Missing     | 2 | sojourn: class own.Mains$Missing has no void main(String[]) or void main() that isn't private
        Initialiser | 1 | java.lang.NumberFormatException: For input string: "no number"
        """)
    void main_inheritedMissingOrFailing_isTakenForWhatItIs(String which, int status, String said) {
        for (String mode : List.of("--log=WARNING", "--one-jvm")) {
            try (Sojourn run = Sojourn.start(own, "run", "own.Mains$" + which, "--places", "2", mode)) {
                assertThat(run.status()).as(run.toString()).isEqualTo(status);
                assertThat(run.err()).contains(said).doesNotContain("org.sojourn.launch", "org.sojourn.host");
            }
        }
    }
}
