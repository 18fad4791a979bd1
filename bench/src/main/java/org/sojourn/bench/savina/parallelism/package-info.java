/**
 * The parallelism benchmarks of the Savina suite (Imam and Sarkar, AGERE! 2014): one problem, shared out. What
 * selectors share is never written; what a selector works on is its own, and comes back in its report.
 */
@NullMarked
package org.sojourn.bench.savina.parallelism;

import org.jspecify.annotations.NullMarked;
