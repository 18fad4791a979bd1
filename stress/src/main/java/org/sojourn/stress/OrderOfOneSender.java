package org.sojourn.stress;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** One sender sends 1, 2 and 3, whoever runs the part; another sends 9. */
@JCStressTest
@Outcome(
        id = {"1239", "1293", "1923", "9123"},
        expect = Expect.ACCEPTABLE,
        desc = "in the order of the sends")
@Outcome(expect = Expect.FORBIDDEN, desc = "one sender's mail out of order, lost or doubled")
@State
public class OrderOfOneSender {
    private final Box box = Box.owned();

    /** The sender of three. */
    @Actor
    public void sender() {
        box.send(1);
        box.send(2);
        box.send(3);
    }

    /** The owner at the end of its turn, and then a sender too. */
    @Actor
    public void owner() {
        box.turn();
        box.send(9);
    }

    /**
     * Reads the order.
     *
     * @param result the numbers in the order of processing
     */
    @Arbiter
    public void read(I_Result result) {
        result.r1 = box.digits();
    }
}
