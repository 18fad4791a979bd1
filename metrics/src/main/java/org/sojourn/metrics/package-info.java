/** Meters of Micrometer over what a place counts. */
@NullMarked
package org.sojourn.metrics;

import org.jspecify.annotations.NullMarked;
