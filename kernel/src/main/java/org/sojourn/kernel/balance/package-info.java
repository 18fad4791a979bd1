/**
 * Work over places: the policies that have sojourners move ({@link org.sojourn.kernel.balance.Balancer}), what each policy has to keep to
 * ({@link org.sojourn.kernel.balance.Balancing}), the choice of a place for new ones, and draining a place. It knows how much waits here,
 * what other places say of their load, and who lives here as a {@link org.sojourn.kernel.balance.Population}, of whatever room.
 *
 * <p>It moves nothing itself: it offers a sojourner a move in its turn, or, where a place is drained, orders it to leave. It sends no
 * packet that could wake a passive place.
 */
@NullMarked
package org.sojourn.kernel.balance;

import org.jspecify.annotations.NullMarked;
