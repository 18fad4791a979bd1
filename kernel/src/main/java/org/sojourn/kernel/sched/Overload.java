package org.sojourn.kernel.sched;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The time during which a part holds too much mail: in which of its mailboxes, and which senders are muted for it.
 *
 * <pre>
 *   63        62   61 ........................... 0
 *   none      -    mailbox i holds more than its bound
 * </pre>
 *
 * <p>One word says which mailboxes are <em>crowded</em>. All its bits are set where the mailbox doesn't matter: a flood
 * that hasn't been filed yet, a full place. Only senders to a crowded mailbox are muted, so that a part that could open
 * it still reaches the others. A message that no mailbox takes counts for {@link #NONE}, which is crowded only with all
 * others.
 *
 * <p>The owner sets the word in its turns; a sender may only set all bits. Senders add themselves until the owner,
 * which has worked the mail off, ends the overload. One atomic stack decides: an entry is in it when it is closed, and
 * then released, or it is refused. Meanwhile the owner releases senders whose mailboxes aren't crowded any more. A
 * sender adds itself and then looks at the word once more; the owner clears bits and then looks at the stack. Each
 * writes before it reads, so at least one of them sees the other; to release a sender twice does no harm.
 */
public final class Overload {
    public static final long ALL = -1;

    /** Stands for the mailbox of a message that no mailbox takes. */
    public static final long NONE = 1L << 63;

    /** A sender that sends no more until it is released. */
    public interface Muted {
        /** Lets it go on. Called at least once; later calls have no effect. */
        void release();
    }

    private record Entry(Muted muted, long sentTo, @Nullable Entry next) {}

    private static final Entry ENDED = new Entry(() -> {}, 0, null);

    private final AtomicReference<@Nullable Entry> entries = new AtomicReference<>();
    private final Object receiver;
    private final AtomicLong crowded;

    /** After so many messages the owner, which alone touches this, looks again. */
    private int untilLook;

    /**
     * Makes an overload that mutes nobody yet. Mailboxes are bits here, bit i for mailbox i.
     *
     * @param receiver the part that holds too much, or what stands for one elsewhere
     */
    public Overload(Object receiver, long mailboxes) {
        this.receiver = receiver;
        this.crowded = new AtomicLong(mailboxes);
    }

    public Object receiver() {
        return receiver;
    }

    /** {@return the crowded mailboxes, or {@link #ALL}} */
    public long crowded() {
        return crowded.get();
    }

    /** Counts a processed message; returns whether to look which mailboxes are crowded. Owner only. */
    public boolean isLookDue() {
        return --untilLook < 0;
    }

    /** Has the owner look again after so many messages. Owner only. */
    public void lookAfter(int messages) {
        untilLook = messages;
    }

    /** {@return whether one of these mailboxes is crowded, so that their senders are muted} */
    public boolean mutes(long sentTo) {
        return (crowded.get() & sentTo) != 0;
    }

    /**
     * Marks more mailboxes as crowded; false if they were. Other threads than the owner may only mark {@link #ALL}, and
     * must have the owner look.
     */
    public boolean crowd(long mailboxes) {
        return (crowded.get() & mailboxes) != mailboxes
                && (crowded.getAndAccumulate(mailboxes, (all, more) -> all | more) & mailboxes) != mailboxes;
    }

    /**
     * Marks just these mailboxes as crowded, and releases senders that sent to others only. Owner only. May undo what
     * another thread has just marked.
     */
    public void settle(long mailboxes) {
        long before = crowded.getAndSet(mailboxes);
        if ((before & ~mailboxes) == 0) {
            return;
        }
        for (Entry entry = entries.getAndSet(null); entry != null; entry = entry.next()) {
            if ((entry.sentTo() & mailboxes) == 0) {
                entry.muted().release();
            } else {
                push(entry.muted(), entry.sentTo());
            }
        }
    }

    /**
     * Mutes a sender until this overload ends, or none of the mailboxes that it has sent to is crowded any more; false
     * if that is so now.
     */
    public boolean add(Muted sender, long sentTo) {
        if (!mutes(sentTo) || !push(sender, sentTo)) {
            return false;
        }
        if (!mutes(sentTo)) {
            sender.release();
        }
        return true;
    }

    private boolean push(Muted sender, long sentTo) {
        while (true) {
            Entry seen = entries.get();
            if (seen == ENDED) {
                return false;
            }
            if (entries.compareAndSet(seen, new Entry(sender, sentTo, seen))) {
                return true;
            }
        }
    }

    /** Ends the overload and releases everybody. May be called again. */
    public void end() {
        for (Entry entry = entries.getAndSet(ENDED); entry != null; entry = entry.next()) {
            entry.muted().release();
        }
    }

    /** A muted thread that runs no part. */
    public static final class Outside implements Muted {
        private final CompletableFuture<Void> released = new CompletableFuture<>();

        public Outside() {}

        @Override
        public void release() {
            released.complete(null);
        }

        /** {@return completed when it is released} */
        public CompletableFuture<Void> released() {
            return released;
        }
    }
}
