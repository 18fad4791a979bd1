/** Tests of the membership over real sockets and processes on loopback. */
@NullMarked
package org.sojourn.net.membership;

import org.jspecify.annotations.NullMarked;
