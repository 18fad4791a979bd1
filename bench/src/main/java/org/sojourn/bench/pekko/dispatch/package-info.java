/** Which actors run on which of Pekko's dispatchers. */
@NullMarked
package org.sojourn.bench.pekko.dispatch;

import org.jspecify.annotations.NullMarked;
