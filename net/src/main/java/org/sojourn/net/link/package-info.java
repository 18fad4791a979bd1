/**
 * The protocol of links: handshake, frames, sessions that survive connections. No socket, no thread, no clock of its own.
 */
@NullMarked
package org.sojourn.net.link;

import org.jspecify.annotations.NullMarked;
