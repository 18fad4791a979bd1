/** Counted cuts: termination detection, and what there is to say about how a run ended. */
@NullMarked
package org.sojourn.kernel.quiesce;

import org.jspecify.annotations.NullMarked;
