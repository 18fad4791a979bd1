/** Tests. */
@NullMarked
package org.sojourn.mapping.decision;

import org.jspecify.annotations.NullMarked;
