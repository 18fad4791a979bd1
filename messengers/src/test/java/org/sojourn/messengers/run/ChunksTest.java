package org.sojourn.messengers.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sojourn.messengers.run.Build.*;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sojourn.messengers.form.Step;

/** Where a script is cut into chunks. Each step counts as 10 bytes. */
final class ChunksTest {
    /** So many steps, with jumps back from some to others. */
    private static List<Integer> starts(int steps, int most, int... loops) {
        List<Step> all = new ArrayList<>();
        for (int i = 0; i < steps; i++) {
            all.add(new Step.Yield(1));
        }
        for (int i = 0; i < loops.length; i += 2) {
            all.set(loops[i + 1], new Step.JumpIf(1, whole(1), true, loops[i]));
        }
        int[] sizes = new int[steps];
        Arrays.fill(sizes, 10);
        return Arrays.stream(Chunks.of(all, sizes, most).starts()).boxed().toList();
    }

    @Test
    void stepsOneAfterTheOther_areCutWhereAChunkIsFull() {
        assertThat(starts(25, 100)).containsExactly(0, 10, 20);
        assertThat(starts(10, 100)).containsExactly(0);
        assertThat(starts(0, 100)).containsExactly(0);
        assertThat(starts(3, 5)).as("each step is too large").containsExactly(0, 1, 2);
    }

    @Test
    void loopThatFits_isInOneChunk() {
        assertThat(starts(25, 100, 8, 14)).containsExactly(0, 8, 18);
        assertThat(starts(25, 100, 8, 8)).as("of one step").containsExactly(0, 10, 20);
    }

    @Test
    void loopsInsideOfOneThatIsTooLarge_areNotCut() {
        assertThat(starts(40, 100, 2, 38, 7, 12, 9, 10)).containsExactly(0, 7, 17, 27, 37);
    }

    @Test
    void loopsThatOverlap_areCutWhereItTakesFewestApart() {
        assertThat(starts(20, 100, 0, 9, 8, 15)).containsExactly(0, 10);
        assertThat(starts(20, 100, 2, 11, 8, 17)).containsExactly(0, 2, 12);
    }

    @Test
    void step_isInTheChunkThatBeginsBeforeIt() {
        Chunks chunks = Chunks.of(List.of(new Step.Yield(1), new Step.Yield(1)), new int[] {10, 10}, 10);
        assertThat(chunks.of(0)).isZero();
        assertThat(chunks.of(1)).isOne();
        assertThat(chunks.isBorder(0, 1)).isTrue();
        assertThat(chunks.isBorder(0, 2)).as("each has an end of its own").isFalse();
    }
}
