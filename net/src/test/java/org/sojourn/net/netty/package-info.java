/** Tests of links over loopback sockets. */
@NullMarked
package org.sojourn.net.netty;

import org.jspecify.annotations.NullMarked;
