/**
 * What observes messages: tracing, recording, profiling and balancing, put in their way while somebody wants to know ({@link
 * org.sojourn.kernel.observe.Observation}).
 */
@NullMarked
package org.sojourn.kernel.observe;

import org.jspecify.annotations.NullMarked;
