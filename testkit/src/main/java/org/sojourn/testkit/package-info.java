/**
 * Tests of programs made of selectors: one selector on a place that the test steps, or several places in one JVM
 * under one seed. Kernel, selectors, codec, handshake and link session are the shipped ones; time, threads and
 * connections are simulated, so a test waits for nothing and a failure is replayed by its seed.
 */
@NullMarked
package org.sojourn.testkit;

import org.jspecify.annotations.NullMarked;
