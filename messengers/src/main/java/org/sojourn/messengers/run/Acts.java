package org.sojourn.messengers.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Steps as acts, in the order in which they are done. */
final class Acts {
    private final List<Act> all = new ArrayList<>();
    private final int[] starts;
    private int[] lines = new int[16];
    private int line;

    /** For so many steps. */
    Acts(int steps) {
        starts = new int[steps + 1];
    }

    /** The acts that are added from now on are those of a step. The end is a step too. */
    void begin(int step, int ofLine) {
        starts[step] = all.size();
        line = ofLine;
    }

    void add(Act act) {
        if (all.size() == lines.length) {
            lines = Arrays.copyOf(lines, 2 * lines.length);
        }
        lines[all.size()] = line;
        all.add(act);
    }

    /** {@return the number of the act that is added next} */
    int next() {
        return all.size();
    }

    /** Puts an act where one was left open. */
    void set(int at, Act act) {
        all.set(at, act);
    }

    Act get(int at) {
        return all.get(at);
    }

    /** {@return the first act of a step} */
    int start(int step) {
        return starts[step];
    }

    int line(int at) {
        return lines[at];
    }
}
