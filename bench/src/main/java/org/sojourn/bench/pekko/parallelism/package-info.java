/**
 * Parallelism benchmarks of the Savina suite for Apache Pekko's classic actors: twins of programs in {@link
 * org.sojourn.bench.savina.parallelism}, with the same messages and the same checks.
 */
@NullMarked
package org.sojourn.bench.pekko.parallelism;

import org.jspecify.annotations.NullMarked;
