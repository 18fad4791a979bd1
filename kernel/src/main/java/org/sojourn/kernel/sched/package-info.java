/**
 * Execution policies: which thread runs a task, and when; what may run on a sender's stack ({@link
 * org.sojourn.kernel.sched.Context}); and the idle stamp, which proves that nothing ran between two readings of it. This
 * package knows tasks, their cost, and the threads behind {@link org.sojourn.kernel.port.Workers}, and starts no thread
 * of its own. It knows parts and mailboxes only as an object and its bits, in {@link org.sojourn.kernel.sched.Overload}:
 * the list of senders that a crowded mailbox mutes.
 */
@NullMarked
package org.sojourn.kernel.sched;

import org.jspecify.annotations.NullMarked;
