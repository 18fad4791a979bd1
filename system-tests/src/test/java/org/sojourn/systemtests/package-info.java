/** Whole runs, with real processes, sockets and signals. */
@NullMarked
package org.sojourn.systemtests;

import org.jspecify.annotations.NullMarked;
