package org.sojourn.strands.example;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.sojourn.selectors.Handle;
import org.sojourn.strands.InWovenCode;
import org.sojourn.strands.Job;
import org.sojourn.testkit.SimulatedCluster;

/** Hops from all corners of the language: each works, or is refused by a sentence at the call. */
@InWovenCode
class TrialsTest {
    private static String told(String name) {
        String told = told(name, 1);
        assertThat(told(name, 2)).as("seed 2").isEqualTo(told);
        return told;
    }

    private static String told(String name, long seed) {
        try (SimulatedCluster cluster =
                SimulatedCluster.builder().places(3).seed(seed).start()) {
            Handle<Job.Claim<String>> trial = cluster.place(0).create(() -> new Trials(name));
            return cluster.await(trial.<String>request(Job.Claim::new, Duration.ofSeconds(30)));
        }
    }

    @Test
    void hop_inBlocksThatEndByExceptions_goesOnWithThem() {
        assertThat(told("finally")).isEqualTo("inner@p1 caught first@p2 outer@p0 end@p1 ");
        assertThat(told("resources")).isEqualTo("in 12@p0 closed 2@p2 closed 1@p1 p2 2stuck 1@p1 ");
        assertThat(told("cancelled")).isEqualTo("cancelled, p1");
    }

    @Test
    void hop_inTheMiddleOfExpressions_goesOnWithTheirOperands() {
        assertThat(told("operands")).isEqualTo("11 13 [p0, p1, p2]p2.3p0");
        assertThat(told("patterns")).isEqualTo("p23small7p1Disc5largep0Box5");
        assertThat(told("lambda")).isEqualTo("lambda withp1 reference p0");
        assertThat(told("anonymous")).isEqualTo("ap11bp22p0p04");
        assertThat(told("enum")).isEqualTo("out p21home p02");
    }

    @Test
    void hop_inLoopsAndDeepCalls_goesOnThere() {
        assertThat(told("loops")).isEqualTo("b0c0c1p@p1 q@p0  [x, y, xx, yy]3");
        assertThat(told("deep")).startsWith("1.0995");
    }

    @Test
    void hop_inACallbackOfTheJdk_isRefusedByASentence() {
        for (String each : new String[] {"stream", "optional", "computeIfAbsent", "string"}) {
            assertThat(told(each)).as(each).startsWith("refused: ").contains("can't hop here", "write a loop");
        }
        assertThat(told("sort")).startsWith("refused: ").endsWith("[3, 1, 2]");
    }

    @Test
    void hop_whereCodeCannotBeBegunInItsMiddle_isRefusedByASentence() {
        assertThat(told("constructor")).startsWith("refused: ").contains("can't hop here", "InConstructor.<init>");
        assertThat(told("initialiser", 1)).startsWith("refused: ").contains("can't hop here", "Late.<clinit>");
        assertThat(told("synchronized")).startsWith("refused: ").contains("while it holds a monitor", "locked");
    }
}
