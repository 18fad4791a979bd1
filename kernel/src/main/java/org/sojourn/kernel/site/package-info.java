/**
 * A place without its parts: its ports, its exchange with other places, what runs there, and whether it is active. Nothing here
 * knows what a part is, so a guest whose work is no part counts towards the end of a run all the same.
 */
@NullMarked
package org.sojourn.kernel.site;

import org.jspecify.annotations.NullMarked;
