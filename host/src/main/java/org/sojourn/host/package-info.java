/**
 * A place in the real world: real clock, threads and links around the kernel, and the program that runs there.
 *
 * <p>{@link org.sojourn.host.Sojourn} is where a program begins.
 *
 * <p>No method of this package takes or returns {@code null} unless it says so.
 */
@NullMarked
package org.sojourn.host;

import org.jspecify.annotations.NullMarked;
