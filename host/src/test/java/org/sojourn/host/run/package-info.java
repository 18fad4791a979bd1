/** The line between a launcher and its places. */
@NullMarked
package org.sojourn.host.run;

import org.jspecify.annotations.NullMarked;
