/**
 * What is true of all places at once: whether the computation has terminated ({@link
 * org.sojourn.kernel.quiesce.Termination}), what each place says of itself when all are asked ({@link
 * org.sojourn.kernel.quiesce.Survey}), and how a run has ended ({@link org.sojourn.kernel.quiesce.Ending}). Detection
 * knows counters, idle stamps and the membership. It stops nothing and may not disturb what it observes.
 */
@NullMarked
package org.sojourn.kernel.quiesce;

import org.jspecify.annotations.NullMarked;
