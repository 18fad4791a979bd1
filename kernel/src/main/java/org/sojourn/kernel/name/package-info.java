/**
 * The names of parts, and what a place knows of where each is. A name is minted at one place and never tells where its
 * part lives; a descriptor holds a guess, and the part itself if it is here. This package asks no other place: the
 * packages that move and forget parts keep it right.
 */
@NullMarked
package org.sojourn.kernel.name;

import org.jspecify.annotations.NullMarked;
