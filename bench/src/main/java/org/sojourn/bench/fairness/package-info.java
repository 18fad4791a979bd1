/**
 * How long messages of one kind of selectors wait while handlers of another kind take long. {@link
 * org.sojourn.bench.fairness.Contention} is one run.
 */
@NullMarked
package org.sojourn.bench.fairness;

import org.jspecify.annotations.NullMarked;
