/** Tests. */
@NullMarked
package org.sojourn.mapping.code;

import org.jspecify.annotations.NullMarked;
