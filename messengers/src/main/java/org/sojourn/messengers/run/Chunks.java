package org.sojourn.messengers.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.sojourn.messengers.form.Step;

/**
 * In which pieces the steps of a script are compiled: each becomes a method that is small enough for the JVM's optimising compilers. A
 * loop stays in one piece if it fits into one; where it doesn't, the loops inside of it do.
 */
final class Chunks {
    private final int[] starts;
    private final int steps;

    private Chunks(int[] starts, int steps) {
        this.starts = starts;
        this.steps = steps;
    }

    /** {@return one for all} */
    static Chunks whole(int steps) {
        return new Chunks(new int[1], steps);
    }

    /**
     * {@return chunks of a size}
     *
     * @param sizes of the steps
     * @param most what those of a chunk come to, unless it is a single one
     */
    static Chunks of(List<Step> steps, int[] sizes, int most) {
        long[] before = new long[sizes.length + 1];
        for (int i = 0; i < sizes.length; i++) {
            before[i + 1] = before[i] + sizes[i];
        }
        int[] loops = loops(steps, before, most);
        List<Integer> starts = new ArrayList<>(List.of(0));
        int end = 1;
        for (int start = 0; ; start = starts.getLast()) {
            end = Math.max(end, start + 1);
            while (end < sizes.length && before[end + 1] - before[start] <= most) {
                end++;
            }
            if (end >= sizes.length) {
                break;
            }
            int best = end;
            for (int cut = end; cut > start; cut--) {
                best = loops[cut] < loops[best] ? cut : best;
            }
            starts.add(best);
        }
        return new Chunks(starts.stream().mapToInt(Integer::intValue).toArray(), sizes.length);
    }

    /** {@return for each step, of how many loops that fit into a chunk a cut before it would take the head off} */
    private static int[] loops(List<Step> steps, long[] before, int most) {
        int[] last = new int[steps.size() + 1];
        Arrays.fill(last, -1);
        for (int i = 0; i < steps.size(); i++) {
            int to = steps.get(i) instanceof Step.Jump its
                    ? its.to()
                    : steps.get(i) instanceof Step.JumpIf its ? its.to() : steps.size();
            if (to <= i) {
                last[to] = i;
            }
        }
        int[] loops = new int[steps.size() + 2];
        for (int head = 0; head < steps.size(); head++) {
            if (last[head] >= 0 && before[last[head] + 1] - before[head] <= most) {
                loops[head + 1]++;
                loops[last[head] + 1]--;
            }
        }
        for (int i = 1; i < loops.length; i++) {
            loops[i] += loops[i - 1];
        }
        return loops;
    }

    int count() {
        return starts.length;
    }

    int[] starts() {
        return starts.clone();
    }

    int from(int chunk) {
        return starts[chunk];
    }

    /** {@return the step after its last one} */
    int to(int chunk) {
        return chunk + 1 < starts.length ? starts[chunk + 1] : steps;
    }

    /** {@return in which one a step is; the end of the steps is in the last one} */
    int of(int step) {
        int at = Arrays.binarySearch(starts, step);
        return at < 0 ? -at - 2 : at;
    }

    /** {@return whether going on from one step to another leaves the chunk; every chunk has an end of its own} */
    boolean isBorder(int from, int to) {
        return to < steps && of(from) != of(to);
    }
}
