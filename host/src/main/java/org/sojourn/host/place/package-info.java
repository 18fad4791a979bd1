/** One place in this JVM: the kernel on real threads, a real clock and, if there are others, real links. */
@NullMarked
package org.sojourn.host.place;

import org.jspecify.annotations.NullMarked;
