/**
 * The places that are in: {@link org.sojourn.kernel.port.Membership} on top of JGroups.
 *
 * <p>The essay is in {@link org.sojourn.net.membership.JGroupsMembership}; everything else here is a part that it plugs
 * into the JGroups stack: how the init place is found, what is refused, which places may open a link at all, and where
 * the library's log lines go.
 */
@NullMarked
package org.sojourn.net.membership;

import org.jspecify.annotations.NullMarked;
