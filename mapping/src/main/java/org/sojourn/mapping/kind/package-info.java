/** Kinds of selectors and actors, and their handlers. */
@NullMarked
package org.sojourn.mapping.kind;

import org.jspecify.annotations.NullMarked;
