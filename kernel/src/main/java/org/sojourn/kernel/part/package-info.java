/**
 * Parts: the sojourners that have mailboxes. A {@link org.sojourn.kernel.part.Cell} is a name, an inbox, a turn and a life; what it may
 * have besides is a {@link org.sojourn.kernel.part.Feature} of some package to the right. Here are also the kinds of parts and what a guest
 * says of them ({@link org.sojourn.kernel.part.Kinds}), creation at another place ({@link org.sojourn.kernel.part.Creations}), and mail
 * between places ({@link org.sojourn.kernel.part.Post}).
 *
 * <p>To the package that moves things, the parts of a place are one room ({@link org.sojourn.kernel.part.Parts}), messages and signals
 * are its parcels ({@link org.sojourn.kernel.part.Letter}), and a part that may leave is told by {@link
 * org.sojourn.kernel.part.Leaving}. What holds up senders and who answers is asked by interfaces that are owned here ({@link
 * org.sojourn.kernel.part.Flow}, {@link org.sojourn.kernel.part.Replies}).
 */
@NullMarked
package org.sojourn.kernel.part;

import org.jspecify.annotations.NullMarked;
