/** Threads of unmodified programs that run at several places: what of that programs may see, and where frames run that have left. */
@NullMarked
package org.sojourn.threads;

import org.jspecify.annotations.NullMarked;
