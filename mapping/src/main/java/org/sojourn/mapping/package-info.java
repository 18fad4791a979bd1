/** What the command and a host call. */
@NullMarked
package org.sojourn.mapping;

import org.jspecify.annotations.NullMarked;
