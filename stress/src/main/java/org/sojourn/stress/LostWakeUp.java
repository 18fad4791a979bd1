package org.sojourn.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A sender pushes while the owner gives the part up. */
@JCStressTest
@Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "one of the two has processed it")
@Outcome(expect = Expect.FORBIDDEN, desc = "mail lies there and nobody looks, or it was processed twice")
@State
public class LostWakeUp {
    private final Box box = Box.owned();

    /** The sender. */
    @Actor
    public void sender() {
        box.send(1);
    }

    /** The owner, at the end of its turn. */
    @Actor
    public void owner() {
        box.turn();
    }

    /**
     * Counts.
     *
     * @param result mail processed, and whether mail was left
     */
    @Arbiter
    public void count(II_Result result) {
        result.r1 = box.processed();
        result.r2 = box.holdsMail() ? 1 : 0;
    }
}
