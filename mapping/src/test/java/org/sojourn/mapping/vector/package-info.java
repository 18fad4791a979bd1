/** Tests. */
@NullMarked
package org.sojourn.mapping.vector;

import org.jspecify.annotations.NullMarked;
