package org.sojourn.messengers.run;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.sojourn.messengers.form.Form;

/** Where messengers of a form go on, and what is alive there. */
final class Resumptions {
    private final Map<Integer, BitSet> live = new HashMap<>();

    Resumptions(Form form) {
        BitSet steps = Flow.resumptions(form.steps());
        if (Flow.isSmall(form)) {
            BitSet[] alive = Flow.of(form).alive();
            Map<BitSet, BitSet> equal = new HashMap<>();
            steps.stream().forEach(step -> live.put(step, equal.computeIfAbsent(alive[step], each -> each)));
        } else {
            BitSet all = new BitSet();
            all.set(0, form.messenger().size());
            steps.stream().forEach(step -> live.put(step, all));
        }
    }

    boolean has(int step) {
        return live.containsKey(step);
    }

    BitSet live(int step) {
        BitSet its = live.get(step);
        if (its == null) {
            throw new IllegalArgumentException("No messenger goes on at step " + step + ".");
        }
        return (BitSet) its.clone();
    }

    long footprint() {
        long bytes = 0;
        for (BitSet each : live.values()) {
            bytes += 64 + each.size() / Byte.SIZE;
        }
        return bytes;
    }
}
