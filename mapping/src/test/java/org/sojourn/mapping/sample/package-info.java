/** Tests. */
@NullMarked
package org.sojourn.mapping.sample;

import org.jspecify.annotations.NullMarked;
