/**
 * A place, put together: {@link org.sojourn.kernel.place.Kernel} connects all other packages, and guests register with it. Also what a place
 * says of itself when it is asked: how much it has done ({@link org.sojourn.kernel.place.Inventory}), and what it does and waits for
 * ({@link org.sojourn.kernel.place.Dumps}). No other package of the kernel knows this one.
 */
@NullMarked
package org.sojourn.kernel.place;

import org.jspecify.annotations.NullMarked;
