/**
 * Exits of parts: notices for those that watch a part, wherever both are ({@link org.sojourn.kernel.watch.Watches}), and supervision,
 * by which a part that has failed is restarted, resumed or ended with its scope ({@link org.sojourn.kernel.watch.Recovery}). A notice
 * comes behind all that the watched part has sent to the watcher.
 */
@NullMarked
package org.sojourn.kernel.watch;

import org.jspecify.annotations.NullMarked;
