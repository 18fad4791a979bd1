package org.sojourn.kernel.balance;

import java.util.function.Function;

/** The policies by their names. */
public final class Balancers {
    private Balancers() {}

    public static Function<Balancing, Balancer> of(BalanceSettings settings) {
        return switch (settings.policy()) {
            case "poll" -> Polling::new;
            case "measure" -> Measuring::new;
            case "rotate" -> place -> new Rotation(place, settings.rotateMessages());
            default -> place -> place::here;
        };
    }
}
