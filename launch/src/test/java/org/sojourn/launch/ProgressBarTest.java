package org.sojourn.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProgressBarTest {
    private static final long SECOND = 1_000_000_000;

    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final PrintStream terminal = new PrintStream(written, true, StandardCharsets.UTF_8);
    private final Deque<Runnable> later = new ArrayDeque<>();
    private final ProgressBar bar = new ProgressBar(terminal, true, later::add);

    private String written() {
        return written.toString(StandardCharsets.UTF_8);
    }

    @Test
    void bar_notOnATerminal_writesNothing() {
        ProgressBar hidden = new ProgressBar(terminal, false, later::add);
        hidden.show("digits", 1, 2, 0);
        hidden.show("digits", 2, 2, SECOND);
        hidden.clear();
        assertThat(written()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "0, 10, 0",
        "5, 10, 15",
        "10, 10, 30",
        "-5, 10, 0",
        "11, 10, 30",
        "9223372036854775807, 9223372036854775807, 30",
        "4611686018427387904, 9223372036854775807, 15",
        "-9223372036854775808, 9223372036854775807, 0"
    })
    void bar_whateverIsDone_isFilledToItsShare(long done, long total, int filled) {
        bar.show("digits", done, total, 0);
        assertThat(written())
                .isEqualTo(
                        "\rdigits       [" + "#".repeat(filled) + ".".repeat(30 - filled) + "] " + done + "/" + total);
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "1, 0", "1, -1", "-3, -2"})
    void bar_ofNothing_isNotShown(long done, long total) {
        bar.show("digits", done, total, 0);
        bar.clear();
        assertThat(written()).isEmpty();
    }

    @Test
    void bar_calledInARow_isDrawnTwentyTimesASecondAndAtTheEnd() {
        for (int done = 0; done <= 100; done++) {
            bar.show("digits", done, 100, done * SECOND / 100); // every 10 ms
        }
        bar.show("digits", 100, 100, SECOND);
        assertThat(written().chars().filter(c -> c == '\r')).hasSize(22);
        assertThat(written()).endsWith("] 100/100");
    }

    @Test
    void bar_shorterThanBefore_coversWhatWasThere() {
        bar.show("a label that is long", 1000, 1000, 0);
        written.reset();
        bar.show("short", 1, 1, SECOND);
        assertThat(written()).hasSize(1 + "a label that is long [] 1000/1000".length() + 30);
    }

    @Test
    void clear_whatIsShown_leavesACleanLineOnce() {
        bar.show("digits", 1, 2, 0);
        int length = written().length() - 1;
        written.reset();
        bar.clear();
        bar.clear();
        assertThat(written()).isEqualTo("\r" + " ".repeat(length) + "\r");
    }

    /** What a person sees: a line that is written over is gone. */
    private List<String> seen() {
        return Arrays.stream(written().split("\\n"))
                .map(line -> {
                    StringBuilder shown = new StringBuilder();
                    for (String part : line.split("\r", -1)) {
                        shown.replace(0, Math.min(shown.length(), part.length()), part);
                    }
                    return shown.toString().stripTrailing();
                })
                .toList();
    }

    private void runLater() {
        for (int waiting = later.size(); waiting > 0; waiting--) {
            later.remove().run();
        }
    }

    @Test
    void lines_ofThisProcess_areOfNoBar() {
        PrintStream beside = bar.beside(terminal);
        bar.show("digits", 1, 3, 0);
        beside.println("[p1] one line");
        runLater();
        beside.print("half ");
        runLater();
        bar.show("digits", 2, 3, SECOND);
        beside.println("and whole");
        assertThat(seen()).containsExactly("[p1] one line", "half and whole");
        runLater();
        assertThat(seen()).last().asString().startsWith("digits       [####################..........] 2/3");
        bar.show("digits", 3, 3, 2 * SECOND);
        beside.println("the result");
        runLater();
        assertThat(seen()).last().asString().isEqualTo("the result");
        assertThat(later).as("a full bar has been seen").isEmpty();
    }

    @Test
    void terminal_ofAnother_isDrawnOnInTurnsOnly() {
        List<String> calls = new ArrayList<>();
        bar.share(() -> calls.add("asks"), () -> calls.add("gives"));
        bar.show("digits", 1, 3, 0);
        bar.show("digits", 2, 3, SECOND);
        assertThat(calls).as("it asks once").containsExactly("asks");
        assertThat(written()).isEmpty();
        bar.given();
        assertThat(written()).endsWith("] 2/3");
        bar.asked();
        assertThat(seen()).as("the line is clean").containsExactly("");
        assertThat(calls).containsExactly("asks", "gives");
        runLater();
        assertThat(calls).as("for the bar to be drawn again").containsExactly("asks", "gives", "asks");
        bar.clear();
        written.reset();
        bar.given();
        bar.show("digits", 3, 3, 2 * SECOND);
        assertThat(written()).as("the run is over").isEmpty();
    }
}
