/** Who is who beyond loopback: certificates that name places, and TLS 1.3 by them. */
@NullMarked
package org.sojourn.net.tls;

import org.jspecify.annotations.NullMarked;
