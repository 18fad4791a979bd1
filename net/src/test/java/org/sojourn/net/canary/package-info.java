/** A package that no test allows. */
@NullMarked
package org.sojourn.net.canary;

import org.jspecify.annotations.NullMarked;
