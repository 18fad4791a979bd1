/**
 * A place, put together ({@link org.sojourn.kernel.place.Kernel}), and what it says of itself.
 */
@NullMarked
package org.sojourn.kernel.place;

import org.jspecify.annotations.NullMarked;
