/** The sleeping barber: a closed guard is what he sleeps behind. */
@NullMarked
package org.sojourn.examples.barber;

import org.jspecify.annotations.NullMarked;
