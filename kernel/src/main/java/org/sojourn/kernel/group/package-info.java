/**
 * Groups of parts: created together, known by their indexes, and sent one message at once ({@link
 * org.sojourn.kernel.group.GroupHere}).
 */
@NullMarked
package org.sojourn.kernel.group;

import org.jspecify.annotations.NullMarked;
