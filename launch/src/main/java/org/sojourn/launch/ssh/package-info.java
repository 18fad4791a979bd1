/** Places on other machines, which are reached by ssh. */
@NullMarked
package org.sojourn.launch.ssh;

import org.jspecify.annotations.NullMarked;
