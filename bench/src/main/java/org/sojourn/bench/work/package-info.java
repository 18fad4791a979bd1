/** What both sides of the micro-benchmarks compute: the same code, so that it cannot make a difference. */
@NullMarked
package org.sojourn.bench.work;

import org.jspecify.annotations.NullMarked;
