/** A strand that gathers words from files at all places. */
@NullMarked
package org.sojourn.examples.gather;

import org.jspecify.annotations.NullMarked;
