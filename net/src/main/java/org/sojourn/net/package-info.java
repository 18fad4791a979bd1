/** The network of a place: sockets, serialisers and membership, found by hosts as a service. */
@NullMarked
package org.sojourn.net;

import org.jspecify.annotations.NullMarked;
