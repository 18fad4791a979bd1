package org.sojourn.testkit;

import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.mail.DeadLetters;
import org.sojourn.kernel.quiesce.Ending;

/** The chronicle of a simulated run, in which everything happens on one thread, and that numbers what is sent in it. */
final class History extends Chronicle implements Judged.Checker {
    private static final ThreadLocal<@Nullable History> CURRENT = new ThreadLocal<>();

    private int messages;

    /** A message that has its number in the run. */
    interface Numbered {
        int id();
    }

    /** The history of the run on this thread. */
    static History current() {
        History current = CURRENT.get();
        if (current == null) {
            throw new IllegalStateException("no run has begun on this thread");
        }
        return current;
    }

    static History begin() {
        History history = new History();
        CURRENT.set(history);
        return history;
    }

    static void end() {
        CURRENT.remove();
    }

    /** Something is sent; returns its number. */
    int sent(String sender, String receiver, String mailbox, int from) {
        sent(messages, sender, receiver, mailbox, from);
        return messages++;
    }

    /** A place has found that something can't be delivered, and why. */
    void dead(@Nullable Object message, DeadLetters.Cause cause) {
        if (message instanceof Numbered numbered) {
            dead(numbered.id(), cause == DeadLetters.Cause.PLACE_LOST);
        }
    }

    @Override
    public void end(SimulatedCluster cluster, Ending ending) {
        complete();
    }
}
