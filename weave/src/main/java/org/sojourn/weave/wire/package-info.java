/** Delta sets on their way between places. */
@NullMarked
package org.sojourn.weave.wire;

import org.jspecify.annotations.NullMarked;
