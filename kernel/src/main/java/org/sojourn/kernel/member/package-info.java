/** Who is in, and the exchange of packets with each of them. */
@NullMarked
package org.sojourn.kernel.member;

import org.jspecify.annotations.NullMarked;
