/** Class files, where they come from, and what is known of methods that aren't followed. */
@NullMarked
package org.sojourn.mapping.code;

import org.jspecify.annotations.NullMarked;
