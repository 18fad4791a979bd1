/**
 * Groups of parts: created together by one call ({@link org.sojourn.kernel.group.Groups}), known by their indexes ({@link
 * org.sojourn.kernel.group.GroupHere}), and sent one message at once, a packet for each place ({@link
 * org.sojourn.kernel.group.Broadcast}). A broadcast keeps its order with single messages, also when members or the sender move
 * ({@link org.sojourn.kernel.group.GroupRoutes}).
 */
@NullMarked
package org.sojourn.kernel.group;

import org.jspecify.annotations.NullMarked;
