package org.sojourn.strands;

import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.WeakHashMap;
import org.sojourn.kernel.part.Cell;
import org.sojourn.kernel.part.Parts;
import org.sojourn.kernel.place.GuestProvider;
import org.sojourn.kernel.place.Kernel;

/** What the strands of one place have in common. */
final class Strands {
    /** By the parts of their places, as a part knows no guests. Guarded by itself. */
    private static final Map<Parts, Strands> ALL = new WeakHashMap<>();

    private final int looksForOneLeave;
    private final Unasked unasked = new Unasked();

    /** Not safe for threads: only where there is one, in simulations, is anything drawn from it. */
    private final SplittableRandom random;

    Strands(Kernel kernel, GuestProvider.Ground ground) {
        this.looksForOneLeave = ground.looksForOneLeave();
        this.random = new SplittableRandom(ground.seed() ^ kernel.site().self().incarnation());
        kernel.parts()
                .luggage()
                .add(FramesLuggage.TAG, (numbers, values) -> FramesLuggage.read(numbers, values, ground::mayTravel));
        kernel.parts().onUrge(Looking::urged);
        kernel.add(unasked);
        synchronized (ALL) {
            ALL.put(kernel.parts(), this);
        }
    }

    /**
     * Those of a part's place.
     *
     * @throws IllegalStateException if there are none
     */
    static Strands of(Cell part) {
        synchronized (ALL) {
            return Objects.requireNonNull(ALL.get(part.parts()), "a place without strands has one");
        }
    }

    /** Jobs here that have failed, and that nobody has asked for. */
    Unasked unasked() {
        return unasked;
    }

    /** Whether strands here leave the stack where nothing waits for them, too. */
    boolean leavesAtRandom() {
        return looksForOneLeave > 0;
    }

    /** Whether one does so now. */
    boolean leavesNow() {
        return looksForOneLeave > 0 && random.nextInt(looksForOneLeave) == 0;
    }
}
