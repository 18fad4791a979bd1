package org.sojourn.examples.cannon;

/**
 * The product that a grid's is compared with.
 *
 * @param factors the shapes of both factors, in words
 * @param product computed at one place, row by row
 * @param tolerance how far rounding may lead another one from it
 */
record PlainProduct(String factors, Matrix product, double tolerance) {
    static PlainProduct of(CannonOptions.Factors factors) {
        Matrix left = factors.wholeLeft();
        Matrix right = factors.wholeRight();
        return new PlainProduct(left.shape() + " and " + right.shape(), left.times(right), left.tolerance(right));
    }
}
