/** What one method does, from its bytecode. */
@NullMarked
package org.sojourn.mapping.fact;

import org.jspecify.annotations.NullMarked;
