package org.sojourn.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs whose selectors move by themselves, over real links; and a place of a run that is drained. */
@Order(1)
class BalanceTest {
    private static final Pattern MOVES = Pattern.compile("\"moves\":(\\d+)");

    @TempDir
    private Path above;

    private static String json(String program, String... options) {
        List<String> typed = new ArrayList<>(List.of("run"));
        typed.addAll(List.of(program.split(" ")));
        typed.addAll(Arrays.asList(options));
        typed.addAll(List.of("--places", "3", "--json"));
        try (Sojourn run = Sojourn.start(typed.toArray(String[]::new))) {
            assertThat(run.status()).as(run.toString()).isZero();
            return run.out();
        }
    }

    private static long moves(String json) {
        return MOVES.matcher(json)
                .results()
                .mapToLong(each -> Long.parseLong(each.group(1)))
                .sum();
    }

    /**
     * The programs check themselves, and say what of; what they say is the same however often their selectors have moved. Other programs
     * move under seeds, in the tests of the examples.
     */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        barber 60 60       | "result":{"served":60},
        buffer 1000        | "result":{"items":1000},
        philosophers 5 100 | "result":{"meals":500},
        product 120        | "result":{"size":120,"sum":439793336000},
        """)
    void program_whoseSelectorsMoveAllTheTime_givesTheAnswerOfThePlainRun(String program, String answer) {
        String rotated = json(program, "--one-jvm", "--balance", "rotate");
        assertThat(rotated).contains(answer);
        assertThat(moves(rotated)).isPositive();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        readers 200 | "result":{"versions":400},
        smokers 500 | "result":{"rounds":500},
        """)
    void program_whoseSelectorsMoveBetweenProcesses_givesTheAnswerOfThePlainRun(String program, String answer) {
        String rotated = json(program, "--balance", "rotate");
        assertThat(rotated).contains(answer);
        assertThat(moves(rotated)).isPositive();
    }

    @ParameterizedTest
    @ValueSource(strings = {"poll", "measure"})
    void program_thatIsBalanced_givesTheAnswerOfThePlainRun(String policy) {
        assertThat(json("philosophers 5 100", "--balance", policy)).contains("\"result\":{\"meals\":500},");
    }

    @Test
    void dryRun_ofRotate_saysWhatItWouldMoveAndMovesNothing() {
        try (Sojourn run = Sojourn.start(
                "run", "smokers", "100", "--places", "2", "--balance", "rotate", "--balance-dry-run", "--json")) {
            assertThat(run.status()).as(run.toString()).isZero();
            assertThat(run.err()).contains("p0 would move ", " to p1: it has processed 1 message here");
            assertThat(moves(run.out())).isZero();
        }
    }

    @Test
    void balance_byAPolicyThatThereIsnt_isWrongUse() {
        try (Sojourn run = Sojourn.start("run", "pi", "100", "--balance", "pull")) {
            assertThat(run.status()).isEqualTo(2);
            assertThat(run.err()).contains("--balance is pull; it is one of [none, poll, measure, rotate]");
        }
    }

    @Test
    void place_thatIsDrained_isLeftAndTheRunGoesOn() {
        Map<String, String> runs = Map.of("SOJOURN_RUNS", above.resolve("runs").toString());
        try (Sojourn run = Sojourn.start(runs, "run", "pi", "60000", "--places", "3")) {
            Awaitility.await().atMost(Sojourn.PATIENCE).until(() -> {
                try (Sojourn asked = Sojourn.start(runs, "get", "selectors")) {
                    return asked.status() == 0 && asked.out().contains("Worker")
                            || !run.launcher().isAlive();
                }
            });
            try (Sojourn drained = Sojourn.start(runs, "drain", "p1")) {
                assertThat(drained.status()).as(drained.toString()).isZero();
                assertThat(drained.out()).containsPattern("^[1-9]\\d* selectors, nodes and threads have left p1; ");
            }
            try (Sojourn wrong = Sojourn.start(runs, "drain", "p7")) {
                assertThat(wrong.status()).isEqualTo(2);
                assertThat(wrong.err()).contains("there is no place p7; there are [p0, p1, p2]");
            }
            assertThat(run.launcher().isAlive()).isTrue();
        }
    }
}
