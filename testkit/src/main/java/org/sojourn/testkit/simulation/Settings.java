package org.sojourn.testkit.simulation;

import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.sojourn.kernel.balance.BalanceSettings;
import org.sojourn.kernel.balance.Balancer;
import org.sojourn.kernel.balance.Balancing;
import org.sojourn.kernel.place.Kernel;
import org.sojourn.kernel.port.Codec;
import org.sojourn.kernel.quiesce.Termination.Detector;

/**
 * How a cluster is simulated. Checked once, here.
 *
 * @param places how many, 1 to {@value #MAX_PLACES}
 * @param seed decides everything else
 * @param workers workers of each place, 1 to 32
 * @param workerNanos the longest delay of a worker that was woken, in virtual nanoseconds
 * @param ownClocks whether each place has a clock of its own, with a start, a speed and jumps that the seed decides
 * @param leastDelayNanos the shortest time that bytes are on their way, in virtual nanoseconds
 * @param mostDelayNanos the longest
 * @param losses connections lost per million chunks of bytes, 0 to a million
 * @param refusals dials refused per million
 * @param linkBytes what may be on its way to a peer, and what may wait for it besides before senders are muted
 * @param policies as {@code sojourn.policy} of a real run
 * @param copyLocal whether local messages go through the codec as well
 * @param balance how work is balanced over places
 * @param balancer makes the policy of each place
 * @param codec the production codec
 * @param loader finds the program's classes
 * @param mayTravel which class names a peer may name
 * @param detector makes what decides about termination
 * @param limitNanos the virtual time that a run may take from its quiescence to its announcement, or at most in all
 *     where nothing else is left to happen
 * @param maxEvents the events that a run may take
 * @param silenceNanos the virtual time after which a place that the init place doesn't hear is out
 * @param fanOut how many places the termination's waves go on to from each, 0 for whatever the seed says
 * @param forgetNanos about how often a place looks which names it needs no more, in virtual nanoseconds; 0 for when the runtime does
 * @param tail how many of the last events a trace has in words, at least 1
 * @param guests registers guests besides the selectors with the kernel of each place, before that starts
 */
public record Settings(
        int places,
        long seed,
        int workers,
        long workerNanos,
        boolean ownClocks,
        long leastDelayNanos,
        long mostDelayNanos,
        int losses,
        int refusals,
        int linkBytes,
        String policies,
        boolean copyLocal,
        BalanceSettings balance,
        Function<Balancing, Balancer> balancer,
        Codec codec,
        ClassLoader loader,
        Predicate<String> mayTravel,
        Supplier<Detector> detector,
        long limitNanos,
        long maxEvents,
        long silenceNanos,
        int fanOut,
        long forgetNanos,
        int tail,
        Consumer<Kernel> guests) {
    /** The most places of one simulation. */
    public static final int MAX_PLACES = 1_024;

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if something is out of bounds
     */
    public Settings {
        check("places", places, 1, MAX_PLACES);
        check("workers of a place", workers, 1, 32);
        check("the delay of a worker in ns", workerNanos, 0, 1_000_000_000);
        check("the shortest delay in ns", leastDelayNanos, 0, Long.MAX_VALUE);
        check("the longest delay in ns", mostDelayNanos, leastDelayNanos, Long.MAX_VALUE);
        check("lost connections per million chunks", losses, 0, 1_000_000);
        check("refused dials per million", refusals, 0, 1_000_000);
        check("what may wait for a peer, in bytes", linkBytes, 1, Integer.MAX_VALUE);
        check("the limit in ns", limitNanos, 1, Long.MAX_VALUE);
        check("the most events", maxEvents, 1, Long.MAX_VALUE);
        check("the silence bound in ns", silenceNanos, 1, Long.MAX_VALUE / 2);
        check("the fan-out of waves", fanOut, 0, MAX_PLACES);
        check("the time between two looks at names in ns", forgetNanos, 0, Long.MAX_VALUE / 8);
        check("the events of a trace", tail, 1, 1_000_000);
    }

    private static void check(String what, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(what + ": " + value + " is outside " + least + ".." + most);
        }
    }
}
