/** Masters and slaves: how threads leave, run elsewhere, come back and end. */
@NullMarked
package org.sojourn.threads.space;

import org.jspecify.annotations.NullMarked;
