package org.sojourn.selectors.comparison;

import java.util.concurrent.atomic.AtomicInteger;
import org.sojourn.kernel.sched.Policies;
import org.sojourn.kernel.sched.Policy;

/** The plain policies of a place. Each is made when it is first asked for. */
public final class PlainPolicies {
    private PlainPolicies() {}

    /**
     * {@return a pool whose queues are filled in turn}
     *
     * @param policies of the place
     */
    public static Policy roundRobin(Policies policies) {
        return policies.added("ROUND_ROBIN", (name, workers, chance, onIdle) -> {
            AtomicInteger round = new AtomicInteger();
            return new PlainPool(name, workers, count -> Math.floorMod(round.getAndIncrement(), count), onIdle);
        });
    }

    /**
     * {@return a pool whose queues are filled at random}
     *
     * @param policies of the place
     */
    public static Policy random(Policies policies) {
        return policies.added(
                "RANDOM", (name, workers, chance, onIdle) -> new PlainPool(name, workers, chance::nextInt, onIdle));
    }

    /**
     * {@return TASK's workers without inline sends and without bets on short turns}
     *
     * @param policies of the place
     */
    public static Policy workStealing(Policies policies) {
        return policies.added(
                "WORK_STEALING", (name, workers, chance, onIdle) -> new PlainStealing(name, policies.task()));
    }
}
