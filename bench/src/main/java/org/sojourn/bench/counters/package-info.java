/** What the system has counted for this process. */
@NullMarked
package org.sojourn.bench.counters;

import org.jspecify.annotations.NullMarked;
