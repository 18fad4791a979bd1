/** The dining philosophers: requests and guards, in one small file. */
@NullMarked
package org.sojourn.examples.philosophers;

import org.jspecify.annotations.NullMarked;
