package org.sojourn.bench.work;

import java.util.Optional;
import java.util.function.Supplier;

/**
 * A right answer that takes time to work out: computed when first asked for, which is while warming up, and then kept.
 *
 * @param <T> the answer's type
 */
public final class Expected<T> {
    private final Supplier<T> computation;
    private Optional<T> value = Optional.empty();

    /**
     * Makes one; computes nothing yet.
     *
     * @param computation without any actor
     */
    public Expected(Supplier<T> computation) {
        this.computation = computation;
    }

    /**
     * Returns the answer.
     *
     * @return the same each time
     */
    public synchronized T get() {
        if (value.isEmpty()) {
            value = Optional.of(computation.get());
        }
        return value.get();
    }
}
