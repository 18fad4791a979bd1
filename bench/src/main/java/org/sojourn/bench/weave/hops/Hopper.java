package org.sojourn.bench.weave.hops;

import org.sojourn.selectors.Place;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.strands.Strand;

/** Hops to and fro, with a kilobyte that it looks after. */
final class Hopper extends Strand<Hopper.Go> {
    static final int BYTES = 1024;

    /**
     * Has it hop.
     *
     * @param times there and back; 0 for the end
     * @param asker gets the nanoseconds, below zero if what it had with it has changed
     */
    record Go(int times, ReplyTo<Long> asker) {}

    @Override
    protected void run() {
        byte[] state = new byte[BYTES];
        for (int i = 0; i < BYTES; i++) {
            state[i] = (byte) i;
        }
        Place home = here();
        Place there = system().places().get(1);
        for (Go go = receive(); go.times() > 0; go = receive()) {
            long began = System.nanoTime();
            for (int i = 0; i < go.times(); i++) {
                hopTo(there);
                hopTo(home);
            }
            long took = System.nanoTime() - began;
            go.asker().reply(isWhole(state) ? took : -1);
        }
    }

    private static boolean isWhole(byte[] state) {
        for (int i = 0; i < BYTES; i++) {
            if (state[i] != (byte) i) {
                return false;
            }
        }
        return true;
    }
}
