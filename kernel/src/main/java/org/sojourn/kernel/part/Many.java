package org.sojourn.kernel.part;

import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.mail.Mail;
import org.sojourn.kernel.sched.Context;
import org.sojourn.kernel.sched.Policy;
import org.sojourn.kernel.sched.Quantum;

/**
 * What is done to one part after the other from one turn, as to the members of a group: those whose kind is short and that the workers run
 * are collected, and run one after the other as a {@link Quantum}.
 */
public final class Many implements AutoCloseable {
    private final Parts parts;
    private final Context context = Context.current();
    private final Quantum quantum;

    /** Begins; to be closed when all have been told. */
    public Many(Parts parts) {
        this.parts = parts;
        this.quantum = new Quantum(parts.site().policy());
    }

    /** Sends a message that others get as well; {@code from} is who has sent it, or null for the current turn. */
    public void send(Cell to, int mailbox, Object message, @Nullable Object from) {
        Parts.Passage through = parts.passage();
        Object sent = Parts.Passage.passed(through, to, mailbox, message);
        if (context.mayInline() && to.home.cost.isShort() && to.ownIdle()) {
            to.inline(context, mailbox, sent, null, from);
        } else if (to.enqueue(
                context,
                Parts.Passage.mail(through, to, mailbox, sent, null)
                        .from(from == null ? Turns.sender(context) : from))) {
            collect(to, to.home.policy);
        }
    }

    /** Creates a part that others may know already. */
    public void create(Cell part, Birth birth) {
        if (context.mayInline() && part.home.cost.isShortOrTried() && part.ownIdle()) {
            part.bear(context, birth);
            return;
        }
        boolean isOwner = part.enqueue(context, new Mail(Mail.SYSTEM, Signal.Create.of(parts, birth, null), null));
        part.signalled();
        if (isOwner) {
            collect(part, part.home.queue);
        }
    }

    /** Runs a part, which this owns, after others of its like if they are all short and the workers'. */
    private void collect(Cell part, Policy policy) {
        if (policy == parts.site().policy() && part.home.cost.isShort()) {
            quantum.add(part);
        } else {
            context.hand(policy, part);
        }
    }

    @Override
    public void close() {
        quantum.submit(context);
    }
}
