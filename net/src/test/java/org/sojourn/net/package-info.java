/** Tests of the network as hosts find it. */
@NullMarked
package org.sojourn.net;

import org.jspecify.annotations.NullMarked;
