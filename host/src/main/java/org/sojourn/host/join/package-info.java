/**
 * Places that come to a run from other shells and machines: the door at which they knock, what is said there, and how the program comes
 * to them.
 */
@NullMarked
package org.sojourn.host.join;

import org.jspecify.annotations.NullMarked;
