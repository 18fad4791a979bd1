/**
 * What a message, a creation and a request cost, in nanoseconds, and floors beside them: what the machine takes for the
 * least that could do the same. Each class is a benchmark of JMH, which {@code bench local} runs; each checks that what
 * it says it did was done.
 */
@NullMarked
package org.sojourn.bench.local;

import org.jspecify.annotations.NullMarked;
