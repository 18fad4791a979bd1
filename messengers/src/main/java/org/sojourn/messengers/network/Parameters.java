package org.sojourn.messengers.network;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/** What can be set at a place while it runs: whole numbers, each with a name and bounds. */
final class Parameters {
    private static final int MOST_SECONDS = 86_400;

    /** One that can be set. By any thread. */
    private record Parameter(String unit, long least, long most, LongSupplier get, LongConsumer set) {}

    private final Map<String, Parameter> all = new TreeMap<>();
    private volatile Duration longest;
    private volatile long most;

    /** The parameters of a place, as it was started. */
    Parameters(Settings settings) {
        this.longest = settings.longest();
        this.most = settings.most();
        add(
                "loop-seconds",
                "seconds",
                1,
                MOST_SECONDS,
                () -> longest.toSeconds(),
                to -> longest = Duration.ofSeconds(to));
        add("messengers", "messengers", 1, Long.MAX_VALUE, () -> most, to -> most = to);
    }

    /**
     * Adds one; before the place starts.
     *
     * @param unit what is counted, for sentences
     * @param set told a value within the bounds, by any thread
     */
    void add(String name, String unit, long least, long greatest, LongSupplier get, LongConsumer set) {
        all.put(name, new Parameter(unit, least, greatest, get, set));
    }

    /** {@return how long a messenger may run without a point at which it stops} */
    Duration longest() {
        return longest;
    }

    /** {@return how many messengers the place may have} */
    long most() {
        return most;
    }

    /** {@return their values, by name} */
    Map<String, String> values() {
        Map<String, String> values = new TreeMap<>();
        all.forEach((name, each) -> values.put(name, Long.toString(each.get().getAsLong())));
        return values;
    }

    /**
     * Sets one.
     *
     * @throws IllegalArgumentException if there is none of that name, or it can't have that value
     */
    void set(String name, String value) {
        Parameter its = all.get(name);
        if (its == null) {
            throw new IllegalArgumentException("there is no parameter '" + name + "'; there are " + all.keySet());
        }
        boolean isNumber = value.matches("\\d{1,18}");
        long to = isNumber ? Long.parseLong(value) : -1;
        if (to < its.least || to > its.most) {
            throw new IllegalArgumentException(name + " can't be '" + value + "': it is a number of " + its.unit
                    + ", at least " + its.least + (its.most == Long.MAX_VALUE ? "" : " and at most " + its.most));
        }
        its.set.accept(to);
    }
}
