/**
 * Requests and their answers: a request has one outcome, and that finds its asker, which may have moved ({@link
 * org.sojourn.kernel.ask.Requests}). Until then the asker keeps a {@link org.sojourn.kernel.ask.Question}, which is told the {@link
 * org.sojourn.kernel.ask.Outcome} in the asker's turn; threads that are no parts and wait for the answer to a part's request are told
 * when none will come to them ({@link org.sojourn.kernel.ask.Waiters}). The code that goes on with an answer is the guest's.
 */
@NullMarked
package org.sojourn.kernel.ask;

import org.jspecify.annotations.NullMarked;
