/** The fifteen programs that policies are compared on, but for the three that are among the Savina suite's. */
@NullMarked
package org.sojourn.bench.corpus;

import org.jspecify.annotations.NullMarked;
