/**
 * Cuts through all places: the detection of termination, questions to all places, and the judgement of how a run has
 * ended. Detection knows counters, idle stamps and the membership. It stops nothing and may not disturb what it
 * observes.
 */
@NullMarked
package org.sojourn.kernel.quiesce;

import org.jspecify.annotations.NullMarked;
