/**
 * The places that are in: {@link org.sojourn.kernel.port.Membership} on top of JGroups.
 *
 * <p>The essay is in {@link org.sojourn.net.membership.JGroupsMembership}; everything else here is a part that it plugs
 * into the JGroups stack: how its messages travel, who is put out, which views are refused, and where the library's log
 * lines go.
 */
@NullMarked
package org.sojourn.net.membership;

import org.jspecify.annotations.NullMarked;
