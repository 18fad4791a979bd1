package org.sojourn.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** A part ends while somebody sends to it: the message is either found by its end, or refused and so a dead letter. */
@JCStressTest
@Outcome(id = "1, 1, 0", expect = Expect.ACCEPTABLE, desc = "taken, and found at the end")
@Outcome(id = "0, 0, 0", expect = Expect.ACCEPTABLE, desc = "refused")
@Outcome(expect = Expect.FORBIDDEN, desc = "taken and lost, or refused and found")
@State
public class EndAgainstSend {
    private final Box box = Box.owned();
    private boolean taken;

    /** The sender. */
    @Actor
    public void sender() {
        taken = box.send(1);
    }

    /** The owner, which ends the part. */
    @Actor
    public void owner() {
        box.end();
    }

    /**
     * Counts.
     *
     * @param result whether the mail was taken, what the end has found, and whether mail was left
     */
    @Arbiter
    public void count(III_Result result) {
        result.r1 = taken ? 1 : 0;
        result.r2 = box.processed();
        result.r3 = box.holdsMail() ? 1 : 0;
    }
}
