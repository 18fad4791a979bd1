/** Parts in plain Java that hop, wait and are moved in the middle of a method. */
@NullMarked
package org.sojourn.strands;

import org.jspecify.annotations.NullMarked;
