/** The line between a launcher and its places. */
@NullMarked
package org.sojourn.host.join;

import org.jspecify.annotations.NullMarked;
