/** The programs that come with Sojourn; each sits in a package of its own below this one. */
@NullMarked
package org.sojourn.examples;

import org.jspecify.annotations.NullMarked;
