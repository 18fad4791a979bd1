/**
 * A run and its places' processes: how they are started, told what to do, watched and ended. For the launcher and for
 * {@code Config.local(n)}.
 */
@NullMarked
package org.sojourn.host.run;

import org.jspecify.annotations.NullMarked;
