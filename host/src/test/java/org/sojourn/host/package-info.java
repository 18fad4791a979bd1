/** Runs that a program starts by itself. */
@NullMarked
package org.sojourn.host;

import org.jspecify.annotations.NullMarked;
