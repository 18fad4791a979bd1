/**
 * The programs that W. Kim and G. Agha measured in <i>Efficient Support of Location Transparency in Concurrent Object-Oriented
 * Programming Languages</i>, Supercomputing 1995, written as a user would: {@link org.sojourn.bench.hal.Paper} lists them.
 */
@NullMarked
package org.sojourn.bench.hal;

import org.jspecify.annotations.NullMarked;
