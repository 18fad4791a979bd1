/** Programs that policies are compared on, for Pekko, but for the three that are among the Savina suite's. */
@NullMarked
package org.sojourn.bench.pekko.corpus;

import org.jspecify.annotations.NullMarked;
