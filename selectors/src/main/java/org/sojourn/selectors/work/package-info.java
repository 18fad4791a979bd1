/**
 * Work in independent items: a master hands them to all places that there are, as fast as each takes them, takes them back from
 * places that go, and gets each result once ({@link org.sojourn.selectors.work.Master}). It is written with what programs have, and knows
 * of the selectors only what they show.
 */
@NullMarked
package org.sojourn.selectors.work;

import org.jspecify.annotations.NullMarked;
