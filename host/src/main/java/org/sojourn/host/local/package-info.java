/**
 * Places as child processes on this machine: how they are started, told what to do, watched and ended. For the launcher
 * and for {@code Config.local(n)}.
 */
@NullMarked
package org.sojourn.host.local;

import org.jspecify.annotations.NullMarked;
