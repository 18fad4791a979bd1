/** How a place is set up. */
@NullMarked
package org.sojourn.selectors.json;

import org.jspecify.annotations.NullMarked;
