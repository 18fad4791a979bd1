/** Fish and sharks that are messengers. */
@NullMarked
package org.sojourn.examples.messengers.wator;

import org.jspecify.annotations.NullMarked;
