/**
 * Cuts through all places: the detection of termination, and what places say of themselves while a run goes on and at
 * its end. Detection knows counters, idle stamps and the membership. It stops nothing and may not disturb what it
 * observes.
 */
@NullMarked
package org.sojourn.kernel.quiesce;

import org.jspecify.annotations.NullMarked;
