/**
 * The bench: programs whose speed is compared with a peer's. {@link org.sojourn.bench.Benchmark} is one program for
 * Sojourn, {@link org.sojourn.bench.Twin} the same one for Apache Pekko, and {@link org.sojourn.bench.Bench} the
 * command that runs both by turns and reports. Nothing here is shipped.
 */
@NullMarked
package org.sojourn.bench;

import org.jspecify.annotations.NullMarked;
