/** The bounded buffer: what guards are for, in one small file. */
@NullMarked
package org.sojourn.examples.buffer;

import org.jspecify.annotations.NullMarked;
