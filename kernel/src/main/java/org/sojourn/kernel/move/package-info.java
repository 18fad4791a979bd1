/**
 * Sojourners that move from place to place, and mail that finds them, whichever room they are of. This package holds what is named at
 * a place ({@link org.sojourn.kernel.move.Residents}), the routes of mail ({@link org.sojourn.kernel.move.Routes}), the move itself
 * ({@link org.sojourn.kernel.move.Migration}), what becomes of names when a place is lost ({@link org.sojourn.kernel.move.RollCall}),
 * and which names are needed no more ({@link org.sojourn.kernel.move.Forgetting}).
 *
 * <p>What lives at a place is a {@link org.sojourn.kernel.move.Sojourner}; where the essays here say part, they mean any of them. While
 * it leaves it is a {@link org.sojourn.kernel.move.Leaver}. What is sent to it is a {@link org.sojourn.kernel.move.Parcel}, what it
 * takes along {@link org.sojourn.kernel.move.Luggage}, an order to move a {@link org.sojourn.kernel.move.Departure}. Each sort of
 * sojourner has a {@link org.sojourn.kernel.move.Room}, registered before the start. The package knows names, packets and the place; it
 * knows no mailbox, no body and no reason to move.
 */
@NullMarked
package org.sojourn.kernel.move;

import org.jspecify.annotations.NullMarked;
