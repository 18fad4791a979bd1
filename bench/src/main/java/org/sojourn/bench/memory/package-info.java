/**
 * What an idle selector takes of the heap: {@link org.sojourn.bench.memory.Footprint} object by object, and {@link
 * org.sojourn.bench.memory.Crowd} by what is in use with so many of them.
 */
@NullMarked
package org.sojourn.bench.memory;

import org.jspecify.annotations.NullMarked;
