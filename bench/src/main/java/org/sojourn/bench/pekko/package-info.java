/** What all programs for Pekko share. */
@NullMarked
package org.sojourn.bench.pekko;

import org.jspecify.annotations.NullMarked;
