/**
 * The eight concurrency benchmarks of the Savina suite (Imam and Sarkar, AGERE! 2014): many actors want the same thing.
 * Guards and constraints keep waiting messages in their mailboxes, so nobody has to ask twice.
 */
@NullMarked
package org.sojourn.bench.savina.concurrency;

import org.jspecify.annotations.NullMarked;
