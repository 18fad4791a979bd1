/** What {@code bench weave} measures: kernels, loaded twice, woven and as they were compiled. */
@NullMarked
package org.sojourn.bench.weave;

import org.jspecify.annotations.NullMarked;
