/** Work over places: policies that move parts, their budget, placement of new parts, and draining a place. */
@NullMarked
package org.sojourn.kernel.balance;

import org.jspecify.annotations.NullMarked;
