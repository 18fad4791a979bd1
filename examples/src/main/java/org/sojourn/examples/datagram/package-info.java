/** A communication layer of a program's own, over datagrams. */
@NullMarked
package org.sojourn.examples.datagram;

import org.jspecify.annotations.NullMarked;
