/** The command line, and the launchers behind it. */
@NullMarked
package org.sojourn.launch;

import org.jspecify.annotations.NullMarked;
