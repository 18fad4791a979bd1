/**
 * The eight micro-benchmarks of the Savina suite (Imam and Sarkar, AGERE! 2014): next to no work beside sending,
 * receiving and creating. Each program is written as a user would write it, and checks its answer.
 */
@NullMarked
package org.sojourn.bench.savina.micro;

import org.jspecify.annotations.NullMarked;
