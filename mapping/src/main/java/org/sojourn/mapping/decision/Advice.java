package org.sojourn.mapping.decision;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sojourn.mapping.analysis.Traits;

/**
 * What is advised for a kind.
 *
 * @param traits what was found out
 * @param decision what the diagram says, and what the proof left of it
 * @param chosen the policy that its author has named, which holds; null if none
 * @param next the kinds that it sends to
 * @param before the kinds that send to it
 * @param hint what else there is to say of it, such as a smaller pool; empty if nothing
 */
public record Advice(
        Traits traits, Decision decision, @Nullable Policy chosen, Set<String> next, Set<String> before, String hint) {
    /**
     * Returns the kind's name.
     *
     * @return as in {@link org.sojourn.mapping.kind.Kind#name}
     */
    public String name() {
        return traits.kind().name();
    }

    /**
     * Returns the policy that holds.
     *
     * @return the author's, or else the one that was decided on
     */
    public Policy policy() {
        return chosen == null ? decision.policy() : chosen;
    }
}
