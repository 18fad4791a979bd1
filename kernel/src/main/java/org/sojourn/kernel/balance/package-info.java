/**
 * Work over places: the policies that move parts, what each of them has to keep to, the choice of a place for new
 * parts, and draining a place. It knows how much waits here and what other places say of their load. It moves nothing
 * itself: it offers parts a move in their turns, and sends no packet that could wake a passive place.
 */
@NullMarked
package org.sojourn.kernel.balance;

import org.jspecify.annotations.NullMarked;
