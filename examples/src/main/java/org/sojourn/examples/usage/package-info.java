/**
 * What the bundled programs share: reading their command lines, and the one exception that says that a person asked for
 * something that can't be done.
 */
@NullMarked
package org.sojourn.examples.usage;

import org.jspecify.annotations.NullMarked;
