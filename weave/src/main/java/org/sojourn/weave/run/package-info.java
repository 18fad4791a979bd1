/** Frames that leave the stack of a running thread, and come back. */
@NullMarked
package org.sojourn.weave.run;

import org.jspecify.annotations.NullMarked;
