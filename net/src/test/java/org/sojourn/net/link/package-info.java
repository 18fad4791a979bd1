/** Tests of the link protocol over a simulated wire. */
@NullMarked
package org.sojourn.net.link;

import org.jspecify.annotations.NullMarked;
