/** Kernels: what is woven, and compared with itself. Static methods without arguments, each a millisecond or so, whose results are the answer. */
@NullMarked
package org.sojourn.bench.weave.kernels;

import org.jspecify.annotations.NullMarked;
