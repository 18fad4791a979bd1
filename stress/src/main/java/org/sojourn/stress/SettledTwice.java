package org.sojourn.stress;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.name.NameTable;
import org.sojourn.kernel.port.Member;

/** Two early messages meet at a name that isn't entered, and the part exits: one resident is made, and none after the exit. */
@JCStressTest
@Outcome(id = "[01], 1, 1", expect = Expect.ACCEPTABLE, desc = "one resident, the same for all, until it exits")
@Outcome(expect = Expect.FORBIDDEN, desc = "two residents of one name, or one that came after its exit")
@State
public class SettledTwice {
    private static final Member HERE = new Member(0, 1);
    private static final Member THERE = new Member(1, 1);

    private final NameTable<Object> table = new NameTable<>(HERE, 0);
    private final Name name = Name.of(THERE, 1);
    private final AtomicInteger made = new AtomicInteger();

    private int settle() {
        @Nullable
        Object resident = table.settle(name, n -> {
                    made.incrementAndGet();
                    return new Object();
                })
                .resident();
        return resident == null ? 0 : 1;
    }

    /**
     * A message finds its receiver or makes room for it.
     *
     * @param result whether there was a resident
     */
    @Actor
    public void one(III_Result result) {
        result.r1 = settle();
    }

    /**
     * Another one does, and then the part exits.
     *
     * @param result whether there was a resident
     */
    @Actor
    public void other(III_Result result) {
        result.r2 = settle();
        table.exit(name, table.locate(name, HERE).resident());
    }

    /**
     * Counts.
     *
     * @param result how many residents were made
     */
    @Arbiter
    public void count(III_Result result) {
        result.r3 = made.get();
        // After the exit the entry stays, without a resident: whoever comes late must find that.
        if (settle() != 0) {
            result.r3 = -1;
        }
    }
}
