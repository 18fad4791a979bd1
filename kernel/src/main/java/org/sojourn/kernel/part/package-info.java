/** Movable parts: their kinds, their life, requests, watches, and the protocol that creates them elsewhere. */
@NullMarked
package org.sojourn.kernel.part;

import org.jspecify.annotations.NullMarked;
