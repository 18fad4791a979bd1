/** The ports of a kernel under one seed: virtual time, stepped workers, simulated connections. */
@NullMarked
package org.sojourn.testkit.simulation;

import org.jspecify.annotations.NullMarked;
