package org.sojourn.testkit.simulation;

import java.util.List;
import java.util.function.Predicate;
import org.sojourn.kernel.port.Codec;
import org.sojourn.kernel.port.Member;

/**
 * What the places of a cluster share.
 *
 * @param simulation the simulation
 * @param members all places, in order
 * @param codec the codec
 * @param loader finds the program's classes
 * @param mayTravel which class names a peer may name
 * @param workers workers of each place
 * @param workerNanos the longest delay of a worker that was woken, in virtual nanoseconds
 * @param policies as {@code sojourn.policy} of a real run
 * @param copyLocal whether local messages go through the codec as well
 */
record Shared(
        Simulation simulation,
        List<Member> members,
        Codec codec,
        ClassLoader loader,
        Predicate<String> mayTravel,
        int workers,
        long workerNanos,
        String policies,
        boolean copyLocal) {
    Member init() {
        return members.get(0);
    }
}
