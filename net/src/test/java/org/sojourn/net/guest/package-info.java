/** A program's classes whose code can be made to fail. */
@NullMarked
package org.sojourn.net.guest;

import org.jspecify.annotations.NullMarked;
