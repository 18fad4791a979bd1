/** Spans of OpenTelemetry for what selectors process. */
@NullMarked
package org.sojourn.tracing;

import org.jspecify.annotations.NullMarked;
