/**
 * Cannon's algorithm (1969): the product of two matrices on a square grid of selectors, whose blocks wander from
 * neighbour to neighbour. Matrices come from Matrix Market files or from a seed.
 */
@NullMarked
package org.sojourn.examples.cannon;

import org.jspecify.annotations.NullMarked;
