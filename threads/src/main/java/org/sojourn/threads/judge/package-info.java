/** Which frames may leave: what the code can reach, and what may change meanwhile. Reads class files, and runs nothing. */
@NullMarked
package org.sojourn.threads.judge;

import org.jspecify.annotations.NullMarked;
