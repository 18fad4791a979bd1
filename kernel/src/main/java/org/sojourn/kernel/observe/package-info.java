/**
 * Observers of messages, put in their way only while somebody wants to know: tracing, recording, profiling, and a balancer that
 * counts steps and sends. {@link org.sojourn.kernel.observe.Observation} is that one place; for balancing it speaks for all parts of its
 * place.
 */
@NullMarked
package org.sojourn.kernel.observe;

import org.jspecify.annotations.NullMarked;
