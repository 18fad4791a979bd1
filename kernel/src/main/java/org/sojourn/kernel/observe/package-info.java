/**
 * Tells of messages to those who want to know: tracing, recording, profiling, and a balancer that counts steps and sends. {@link
 * org.sojourn.kernel.observe.Observation} puts an observer between a message and what processes it, only for as long as somebody wants
 * one. As it alone sees all steps and sends, it is also the {@link org.sojourn.kernel.balance.Population} of the parts of its place.
 */
@NullMarked
package org.sojourn.kernel.observe;

import org.jspecify.annotations.NullMarked;
