/**
 * A picture of the Mandelbrot set by master and workers: a row is an item of work, and costs from little to much, by how much of it
 * belongs to the set. Places may come and go meanwhile.
 */
@NullMarked
package org.sojourn.examples.mandelbrot;

import org.jspecify.annotations.NullMarked;
