package org.sojourn.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Two senders find an idle part, and one of them looks after it. Whoever runs it counts in a plain field: an update is
 * lost if two run it at once, or if an owner doesn't see what the one before it did.
 */
@JCStressTest
@Outcome(id = "4, 0", expect = Expect.ACCEPTABLE, desc = "each processing happened before the next")
@Outcome(expect = Expect.FORBIDDEN, desc = "two ran at once, or didn't see each other's work, or mail was left")
@State
public class OneAtATime {
    private final Box box = new Box();

    /** A sender of two. */
    @Actor
    public void one() {
        box.send(1);
        box.send(2);
    }

    /** Another, which then runs the part without sending to it, as whoever takes it from a queue does. */
    @Actor
    public void other() {
        box.send(3);
        box.visit();
        box.send(4);
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
