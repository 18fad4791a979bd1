/** Runs what jcstress and Lincheck try, and shows that each of the two finds a planted fault. */
@NullMarked
package org.sojourn.stress;

import org.jspecify.annotations.NullMarked;
