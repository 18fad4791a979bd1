/**
 * Watching parts exit ({@link org.sojourn.kernel.watch.Watches}), and what becomes of those that fail ({@link
 * org.sojourn.kernel.watch.Recovery}).
 */
@NullMarked
package org.sojourn.kernel.watch;

import org.jspecify.annotations.NullMarked;
