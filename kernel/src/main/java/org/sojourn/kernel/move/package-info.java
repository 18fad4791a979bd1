/**
 * Things that move from place to place, and mail that finds them, whatever sort they are of. This package holds what is named at a
 * place ({@link org.sojourn.kernel.move.Residents}), the ways of mail ({@link org.sojourn.kernel.move.Routes}), the move itself
 * ({@link org.sojourn.kernel.move.Migration}), what becomes of names when a place is lost ({@link org.sojourn.kernel.move.RollCall}),
 * and which names are needed no more ({@link org.sojourn.kernel.move.Forgetting}).
 *
 * <p>What lives at a place is a {@link org.sojourn.kernel.move.Sojourner}, which the essays here call a part; while it leaves, a {@link
 * org.sojourn.kernel.move.Leaver}. What is sent to it is a {@link org.sojourn.kernel.move.Parcel}, what it takes along {@link
 * org.sojourn.kernel.move.Luggage}, an order to go a {@link org.sojourn.kernel.move.Departure}. Who has sojourners of some sort registers a
 * {@link org.sojourn.kernel.move.Room}. The package knows names, packets and the place; it knows no mailbox, no body and no reason to move.
 */
@NullMarked
package org.sojourn.kernel.move;

import org.jspecify.annotations.NullMarked;
