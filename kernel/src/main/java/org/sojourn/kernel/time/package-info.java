/**
 * What a part waits for besides mail: timers, and the outcomes of futures ({@link org.sojourn.kernel.time.Awaiting}).
 */
@NullMarked
package org.sojourn.kernel.time;

import org.jspecify.annotations.NullMarked;
