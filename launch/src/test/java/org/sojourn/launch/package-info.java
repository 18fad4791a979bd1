/** Tests of the command line that need no process of its own. */
@NullMarked
package org.sojourn.launch;

import org.jspecify.annotations.NullMarked;
