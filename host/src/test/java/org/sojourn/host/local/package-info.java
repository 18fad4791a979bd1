/** The line between a launcher and its places. */
@NullMarked
package org.sojourn.host.local;

import org.jspecify.annotations.NullMarked;
