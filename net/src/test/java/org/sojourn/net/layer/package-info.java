/** Tests of what is reached by communication layers. */
@NullMarked
package org.sojourn.net.layer;

import org.jspecify.annotations.NullMarked;
