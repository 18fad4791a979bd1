/** Tells programs that the process of a place has joined their run again. Knows what programs see, and what a place is made of. */
@NullMarked
package org.sojourn.host.rejoin;

import org.jspecify.annotations.NullMarked;
