/** Rewriting of classes so that running code can be frozen, moved and continued. */
@NullMarked
package org.sojourn.weave;

import org.jspecify.annotations.NullMarked;
