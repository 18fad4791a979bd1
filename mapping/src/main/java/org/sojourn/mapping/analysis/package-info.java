/** From what methods do to the vectors of handlers and kinds. */
@NullMarked
package org.sojourn.mapping.analysis;

import org.jspecify.annotations.NullMarked;
