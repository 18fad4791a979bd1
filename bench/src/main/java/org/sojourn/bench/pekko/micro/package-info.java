/**
 * The eight micro-benchmarks of the Savina suite for Apache Pekko's classic actors: the twins of {@link
 * org.sojourn.bench.savina.micro}, with the same messages and the same checks.
 */
@NullMarked
package org.sojourn.bench.pekko.micro;

import org.jspecify.annotations.NullMarked;
