/** Names, and where the named are believed to be. */
@NullMarked
package org.sojourn.kernel.name;

import org.jspecify.annotations.NullMarked;
