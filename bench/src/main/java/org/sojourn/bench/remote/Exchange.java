package org.sojourn.bench.remote;

import java.util.List;

/**
 * One row of {@code bench remote}, {@code bench hal} or {@code bench messengers}: what Sojourn does, and what peers take for the same.
 *
 * @param name a word for {@code --only}
 * @param what what is done, in words
 * @param unit what the figures are in; less is better
 * @param sojourn Sojourn's side
 * @param peers whom it is compared with
 */
public record Exchange(String name, String what, String unit, Side sojourn, List<Peer> peers) {
    /** One side. */
    @FunctionalInterface
    public interface Side {
        /**
         * Does it once, and checks the answer.
         *
         * @return what it took, in the unit of the row
         * @throws Exception if it fails; an answer that isn't right is a failure
         */
        double measure() throws Exception;
    }

    /**
     * A peer.
     *
     * @param name its name
     * @param goal what its figure by Sojourn's is to be at least; 0 for no goal
     * @param side its side
     */
    public record Peer(String name, double goal, Side side) {}
}
