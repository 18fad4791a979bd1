/** The characteristics vector, and how handlers make a kind's. */
@NullMarked
package org.sojourn.mapping.vector;

import org.jspecify.annotations.NullMarked;
