/** Sockets, by Netty. */
@NullMarked
package org.sojourn.net.netty;

import org.jspecify.annotations.NullMarked;
