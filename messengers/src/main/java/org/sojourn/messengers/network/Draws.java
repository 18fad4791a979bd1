package org.sojourn.messengers.network;

import org.sojourn.kernel.name.Name;

/** Numbers that follow from the run's seed: the same run draws the same ones. */
final class Draws {
    private final long seed;

    Draws(long seed) {
        this.seed = seed;
    }

    /** A number that follows from the run's seed and two others. */
    long drawn(int which, long draws) {
        return mix(mix(seed + which) + draws * 0x9E37_79B9_7F4A_7C15L);
    }

    /**
     * A number that follows from the run's seed, a messenger, and how many it has drawn. Not from when its place was started, which the
     * other half of its id says: the same seed is to give the same numbers.
     */
    long random(Name messenger, long draws) {
        long mixed = mix(mix(seed) ^ messenger.serial());
        return mix(mixed + draws * 0x9E37_79B9_7F4A_7C15L);
    }

    /** The finaliser of SplitMix64 (G. L. Steele, D. Lea, C. H. Flood, <i>Fast Splittable Pseudorandom Number Generators</i>, 2014). */
    private static long mix(long value) {
        long z = (value ^ value >>> 30) * 0xBF58_476D_1CE4_E5B9L;
        z = (z ^ z >>> 27) * 0x94D0_49BB_1331_11EBL;
        return z ^ z >>> 31;
    }
}
