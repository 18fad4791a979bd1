/**
 * A place without what lives there: its ports, its exchange with other places, what runs there, and whether it is active ({@link
 * org.sojourn.kernel.site.Site}). Nothing here knows what a part is, so the work of a guest that has no parts counts towards the end of
 * a run all the same.
 *
 * <p>Guests register here, before the place starts: what makes references of their wire forms, packets of their own ({@link
 * org.sojourn.kernel.site.GuestPackets}), work that the workers don't know of, and words on what holds the run open ({@link
 * org.sojourn.kernel.site.Holders}).
 */
@NullMarked
package org.sojourn.kernel.site;

import org.jspecify.annotations.NullMarked;
