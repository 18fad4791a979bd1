/** How classes are rewritten, by ASM: what is known of a method, and what becomes of it. */
@NullMarked
package org.sojourn.weave.code;

import org.jspecify.annotations.NullMarked;
