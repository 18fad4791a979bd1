/** Programs over more and more places, each of which gets a fixed share of a processor: {@code bench cluster}. */
@NullMarked
package org.sojourn.bench.cluster;

import org.jspecify.annotations.NullMarked;
