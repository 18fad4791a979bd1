/**
 * Two JVMs on loopback: what {@code bench remote} has Sojourn do, and what it has raw sockets and Pekko Artery do beside it.
 * Each {@link org.sojourn.bench.remote.Exchange} checks its answer in every turn.
 */
@NullMarked
package org.sojourn.bench.remote;

import org.jspecify.annotations.NullMarked;
