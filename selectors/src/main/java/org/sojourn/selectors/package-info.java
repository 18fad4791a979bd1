/**
 * Selectors: actors with several guarded, prioritised mailboxes, which live at places and are reached through handles.
 *
 * <p>The selector model is that of S. Imam and V. Sarkar, <i>Selectors: Actors with Multiple Guarded Mailboxes</i>, 2014;
 * selectors over several places follow the HJDS runtime (distributed selectors for Habanero Java).
 *
 * <p><b>Memory consistency.</b> What a thread or a selector did before a {@code send} happens-before the processing of the
 * message. The processing of a message by a selector happens-before the processing of the next message by the same
 * selector, on whatever thread. What a selector did before it answered a request happens-before what the asker does with
 * the answer. A message that stays within a place is passed by reference, so a message is immutable, or the sender never
 * touches it again; between places a snapshot taken by {@code send} travels.
 *
 * <p><b>Order.</b> Messages of one sender to one mailbox of one receiver are processed in the order in which they were sent.
 * Nothing is promised between senders or between mailboxes.
 *
 * <p><b>Nulls.</b> No method of this package takes or returns {@code null} unless it says so.
 */
@NullMarked
package org.sojourn.selectors;

import org.jspecify.annotations.NullMarked;
