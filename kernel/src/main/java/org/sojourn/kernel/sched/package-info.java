/** Execution policies: which worker runs a part, and when. */
@NullMarked
package org.sojourn.kernel.sched;

import org.jspecify.annotations.NullMarked;
