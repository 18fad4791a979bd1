package org.sojourn.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;
import org.sojourn.kernel.sched.Overload;

/** Two senders are muted by an overload of two mailboxes, of which one is just relieved, and then the other. */
@JCStressTest
@Outcome(id = "[01], [01], 1, 1", expect = Expect.ACCEPTABLE, desc = "released, or not muted at all")
@Outcome(expect = Expect.FORBIDDEN, desc = "muted for ever, or released without having been muted")
@State
public class MutedForEver {
    private static final long FIRST = 1;
    private static final long SECOND = 2;

    private final Overload overload = new Overload("a receiver", FIRST | SECOND);
    private final Overload.Outside one = new Overload.Outside();
    private final Overload.Outside other = new Overload.Outside();

    /**
     * Two senders, which one worker runs in turn.
     *
     * @param result whether each was muted
     */
    @Actor
    public void senders(IIII_Result result) {
        result.r1 = overload.add(one, FIRST) ? 1 : 0;
        result.r2 = overload.add(other, SECOND) ? 1 : 0;
    }

    /** The receiver, which has worked off what it held. */
    @Actor
    public void receiver() {
        overload.settle(SECOND);
        overload.end();
    }

    /**
     * Compares.
     *
     * @param result for each sender whether it was released just if it had been muted
     */
    @Arbiter
    public void compare(IIII_Result result) {
        result.r3 = one.released().isDone() == (result.r1 == 1) ? 1 : 0;
        result.r4 = other.released().isDone() == (result.r2 == 1) ? 1 : 0;
    }
}
