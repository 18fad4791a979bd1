package org.sojourn.examples.cannon;

/**
 * A matrix of numbers from -1 to 1 that is known everywhere: an element is a function of the seed and its position.
 *
 * @param seed tells one such matrix from another
 */
record SeededElements(long seed) {
    double at(int row, int column) {
        // SplitMix64's finisher (Steele, Lea and Flood 2014) over the position; 53 bits make a double in [0, 1).
        long z = seed + 0x9E3779B97F4A7C15L * ((((long) row << 32) | column) + 1);
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        z ^= z >>> 31;
        return (z >>> 11) * 0x1p-52 - 1;
    }

    Matrix matrix(int rows, int columns) {
        return new Partition(rows, columns, 1).block(this, 0, 0);
    }
}
