package org.sojourn.testkit.simulation;

import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.sojourn.kernel.balance.BalanceSettings;
import org.sojourn.kernel.balance.Balancer;
import org.sojourn.kernel.balance.Balancing;
import org.sojourn.kernel.place.Kernel;
import org.sojourn.kernel.port.Codec;
import org.sojourn.kernel.port.Member;

/**
 * What the places of a cluster share.
 *
 * @param simulation the simulation
 * @param seed of the run
 * @param init the init place
 * @param activity counts the workers that run
 * @param fanOut how many places the termination's waves go on to from each
 * @param codec the codec
 * @param loader finds the program's classes
 * @param mayTravel which class names a peer may name
 * @param workers workers of each place
 * @param maxEvents how many events may happen while a thread waits
 * @param workerNanos the longest delay of a worker that was woken, in virtual nanoseconds
 * @param ownClocks whether each place has a clock of its own
 * @param policies as {@code sojourn.policy} of a real run
 * @param copyLocal whether local messages go through the codec as well
 * @param balance how work is balanced over places
 * @param balancer makes the policy of each place
 * @param moves told what a dry run would move
 * @param guests registers guests besides the selectors with the kernel of each place
 */
record Shared(
        Simulation simulation,
        long seed,
        Member init,
        Activity activity,
        int fanOut,
        Codec codec,
        ClassLoader loader,
        Predicate<String> mayTravel,
        int workers,
        long maxEvents,
        long workerNanos,
        boolean ownClocks,
        String policies,
        boolean copyLocal,
        BalanceSettings balance,
        Function<Balancing, Balancer> balancer,
        Consumer<String> moves,
        Consumer<Kernel> guests) {}
