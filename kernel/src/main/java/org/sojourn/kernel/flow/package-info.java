/**
 * Flow control: a sender that sends more than a part, or a place, takes is muted until that has been worked off; at the same place ({@link
 * org.sojourn.kernel.flow.Muting}) and at others ({@link org.sojourn.kernel.flow.Credits}), also where the sender moves on or mail is held
 * back for a receiver that moves. Where nothing else can run the oldest mute is lifted: progress goes before bounds. This package is what
 * parts ask by {@link org.sojourn.kernel.part.Flow}. It drops no message and changes no order.
 */
@NullMarked
package org.sojourn.kernel.flow;

import org.jspecify.annotations.NullMarked;
