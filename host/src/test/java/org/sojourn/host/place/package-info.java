/** How a place is set up. */
@NullMarked
package org.sojourn.host.place;

import org.jspecify.annotations.NullMarked;
