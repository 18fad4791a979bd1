/** Parts that move: finding them, bringing them to other places, and what becomes of them when a place is lost. */
@NullMarked
package org.sojourn.kernel.move;

import org.jspecify.annotations.NullMarked;
