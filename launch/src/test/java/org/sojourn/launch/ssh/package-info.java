@NullMarked
package org.sojourn.launch.ssh;

import org.jspecify.annotations.NullMarked;
