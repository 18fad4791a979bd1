package org.sojourn.selectors;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What an adviser has said at one place. */
final class Advice {
    private final PolicyAdviser adviser;
    private final Runnable onChange;
    private final Map<SelectorKind, ExecutionPolicy> said = new ConcurrentHashMap<>();

    /**
     * Makes a book without entries.
     *
     * @param adviser is asked
     * @param onChange run when a policy is to be another than TASK
     */
    Advice(PolicyAdviser adviser, Runnable onChange) {
        this.adviser = adviser;
        this.onChange = onChange;
    }

    /** The policy of new selectors of a kind, as far as it is known now; asks if nobody has. */
    ExecutionPolicy of(SelectorKind kind) {
        ExecutionPolicy known = said.putIfAbsent(kind, ExecutionPolicy.TASK);
        if (known == null) {
            adviser.advise(kind.type(), verdict -> {
                if (said.put(kind, verdict) != verdict) {
                    onChange.run();
                }
            });
        }
        return said.getOrDefault(kind, ExecutionPolicy.TASK);
    }
}
