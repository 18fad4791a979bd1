/**
 * Execution policies: which thread runs a part, and when, and the instant at which nothing runs. This package knows
 * tasks, their cost, and the threads behind {@link org.sojourn.kernel.port.Workers}. It knows neither parts nor
 * mailboxes, and starts no thread of its own.
 */
@NullMarked
package org.sojourn.kernel.sched;

import org.jspecify.annotations.NullMarked;
