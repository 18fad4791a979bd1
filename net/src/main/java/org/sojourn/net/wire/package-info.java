/**
 * What the link protocol asks of whatever carries bytes: one loop on which everything happens, and connections. Sockets
 * implement it in {@code org.sojourn.net.netty}; the testkit implements it under a seed.
 */
@NullMarked
package org.sojourn.net.wire;

import org.jspecify.annotations.NullMarked;
