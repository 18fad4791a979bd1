package org.sojourn.selectors;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The policies, at one place, of kinds for which none was chosen: what was measured goes before what an adviser says. */
final class Advice {
    /** Set before the place starts; null where there is none. */
    private @Nullable PolicyAdviser adviser;

    private final Runnable onChange;
    private final Map<SelectorKind, ExecutionPolicy> said = new ConcurrentHashMap<>();
    private final Map<SelectorKind, ExecutionPolicy> measured = new ConcurrentHashMap<>();

    /**
     * Makes a book without entries.
     *
     * @param onChange run when a policy is to be another than TASK because an adviser says so
     */
    Advice(Runnable onChange) {
        this.onChange = onChange;
    }

    /** Asks this adviser from now on. */
    void by(PolicyAdviser who) {
        adviser = who;
    }

    /** The policy of new selectors of a kind, as far as it is known now; asks the adviser the first time. */
    ExecutionPolicy of(SelectorKind kind) {
        ExecutionPolicy known = measured.get(kind);
        return known != null ? known : advised(kind);
    }

    private ExecutionPolicy advised(SelectorKind kind) {
        PolicyAdviser who = adviser;
        if (who == null) {
            return ExecutionPolicy.TASK;
        }
        ExecutionPolicy known = said.putIfAbsent(kind, ExecutionPolicy.TASK);
        if (known == null) {
            who.advise(kind.type(), verdict -> {
                if (said.put(kind, verdict) != verdict) {
                    onChange.run();
                }
            });
        }
        return said.getOrDefault(kind, ExecutionPolicy.TASK);
    }

    /** Notes a policy that suits a kind better, by what was measured. */
    void measured(SelectorKind kind, ExecutionPolicy better) {
        measured.put(kind, better);
    }
}
