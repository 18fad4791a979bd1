package org.sojourn.bench;

import java.util.List;

/**
 * How a benchmark is measured.
 *
 * @param withPeer whether beside its twin, if it has one
 * @param peerThreads how many threads the peer gets; 0 tries what is better
 * @param runs how many runs, or pairs
 * @param warmUpSeconds how long each side runs beforehand
 * @param profileSeconds how long the profiled iterations of each side take in all; 0 if runs are measured instead
 */
record Terms(boolean withPeer, int peerThreads, int runs, int warmUpSeconds, int profileSeconds) {
    /** Returns the same terms for one program, which may have no twin. */
    Terms withPeer(boolean compares) {
        return new Terms(compares, peerThreads, runs, warmUpSeconds, profileSeconds);
    }

    /** Returns the same terms for another process, where what is better for the peer is known. */
    Terms withPeerThreads(int threads) {
        return new Terms(withPeer, threads, runs, warmUpSeconds, profileSeconds);
    }

    /** Returns them as words of a command, which {@link #of} reads. */
    List<String> words() {
        return List.of(
                Boolean.toString(withPeer),
                Integer.toString(peerThreads),
                Integer.toString(runs),
                Integer.toString(warmUpSeconds),
                Integer.toString(profileSeconds));
    }

    static Terms of(List<String> words) {
        return new Terms(
                Boolean.parseBoolean(words.get(0)),
                Integer.parseInt(words.get(1)),
                Integer.parseInt(words.get(2)),
                Integer.parseInt(words.get(3)),
                Integer.parseInt(words.get(4)));
    }
}
