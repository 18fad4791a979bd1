/** Processes that the bench starts, and ends. */
@NullMarked
package org.sojourn.bench.jvm;

import org.jspecify.annotations.NullMarked;
