/** Tests. */
@NullMarked
package org.sojourn.mapping;

import org.jspecify.annotations.NullMarked;
