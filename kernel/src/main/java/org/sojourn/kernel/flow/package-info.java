/**
 * Flow control: whoever sends more than a part, or a place, takes is muted until that has been worked off; at the same place
 * ({@link org.sojourn.kernel.flow.Muting}) and at others ({@link org.sojourn.kernel.flow.Credits}).
 */
@NullMarked
package org.sojourn.kernel.flow;

import org.jspecify.annotations.NullMarked;
