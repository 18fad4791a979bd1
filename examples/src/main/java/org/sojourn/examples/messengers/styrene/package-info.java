/** Inhaled styrene in a body whose organs are nodes and whose blood is messengers. */
@NullMarked
package org.sojourn.examples.messengers.styrene;

import org.jspecify.annotations.NullMarked;
