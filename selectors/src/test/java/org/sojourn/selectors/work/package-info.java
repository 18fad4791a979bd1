/** Tests of what needs no place. */
@NullMarked
package org.sojourn.selectors.work;

import org.jspecify.annotations.NullMarked;
