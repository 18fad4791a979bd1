/** A matrix product whose strands go to where the data is. */
@NullMarked
package org.sojourn.examples.product;

import org.jspecify.annotations.NullMarked;
