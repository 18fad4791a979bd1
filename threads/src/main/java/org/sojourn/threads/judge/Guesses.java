package org.sojourn.threads.judge;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Answers that may rest on one another, and so on themselves: while one is looked for, it counts as the good one. Not for several threads.
 *
 * @param <K> what is asked about
 * @param <V> an answer
 */
final class Guesses<K, V> {
    private final V good;
    private final Map<K, V> known = new HashMap<>();

    /** The good answer is guessed. */
    Guesses(V good) {
        this.good = good;
    }

    /** The answer, which is looked for once. If looking fails, nothing is known afterwards that may rest on the guess. */
    V of(K about, Function<K, V> look) {
        V before = known.putIfAbsent(about, good);
        if (before != null) {
            return before;
        }
        @Nullable V found = null;
        try {
            found = look.apply(about);
            return found;
        } finally {
            if (!good.equals(found)) {
                known.values().removeIf(good::equals);
                if (found != null) {
                    known.put(about, found);
                }
            }
        }
    }
}
