/**
 * What a part waits for besides mail: timers that put messages into its mailboxes ({@link org.sojourn.kernel.time.Ticker}), and futures
 * whose outcomes it is to process. {@link org.sojourn.kernel.time.Awaiting} keeps both for a part, also when it moves.
 */
@NullMarked
package org.sojourn.kernel.time;

import org.jspecify.annotations.NullMarked;
