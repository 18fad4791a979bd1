/**
 * Parts: what lives at a place and may move to another. A {@link org.sojourn.kernel.part.Cell} is a name, an inbox, a turn and a life;
 * what it may have besides is a {@link org.sojourn.kernel.part.Feature} of some package to the right. Here are also the kinds of
 * parts, creation, and mail between places.
 */
@NullMarked
package org.sojourn.kernel.part;

import org.jspecify.annotations.NullMarked;
