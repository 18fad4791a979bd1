/**
 * Requests and their answers: who waits for which answer, and the way that an answer takes to an asker which may have moved
 * ({@link org.sojourn.kernel.ask.Requests}).
 */
@NullMarked
package org.sojourn.kernel.ask;

import org.jspecify.annotations.NullMarked;
