package org.sojourn.bench;

import java.util.List;

/**
 * How a benchmark is measured.
 *
 * @param withPeer whether beside its twin, if it has one
 * @param peerThreads how many threads the peer gets; 0 tries what is better
 * @param runs how many runs, or pairs
 * @param warmUpSeconds how long each side runs beforehand
 */
record Terms(boolean withPeer, int peerThreads, int runs, int warmUpSeconds) {
    /** Returns the same terms for another process, where what is better for the peer is known. */
    Terms withPeerThreads(int threads) {
        return new Terms(withPeer, threads, runs, warmUpSeconds);
    }

    /** Returns them as words of a command, which {@link #of} reads. */
    List<String> words() {
        return List.of(
                Boolean.toString(withPeer),
                Integer.toString(peerThreads),
                Integer.toString(runs),
                Integer.toString(warmUpSeconds));
    }

    static Terms of(List<String> words) {
        return new Terms(
                Boolean.parseBoolean(words.get(0)),
                Integer.parseInt(words.get(1)),
                Integer.parseInt(words.get(2)),
                Integer.parseInt(words.get(3)));
    }
}
