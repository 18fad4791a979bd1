/** A strand that hops between two JVMs. These classes run woven, in both. */
@NullMarked
package org.sojourn.bench.weave.hops;

import org.jspecify.annotations.NullMarked;
