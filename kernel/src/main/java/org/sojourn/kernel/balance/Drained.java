package org.sojourn.kernel.balance;

import java.util.List;
import java.util.Map;

/**
 * What is left at a place that was drained.
 *
 * @param left how many parts have left it
 * @param alive the parts that live there still, by kind
 * @param reasons why, a sentence each, as far as is known
 */
public record Drained(long left, Map<String, Long> alive, List<String> reasons) {
    public Drained {
        alive = Map.copyOf(alive);
        reasons = List.copyOf(reasons);
    }
}
