package org.sojourn.kernel.sched;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The time during which a part holds more mail than it should, in which of its mailboxes, and who is muted because of it.
 *
 * <pre>
 *   63        62   61 ........................... 0
 *   none      -    mailbox i holds more than its bound
 * </pre>
 *
 * One word says which mailboxes are <em>crowded</em>; all its bits are set where it isn't the mailbox that counts: a flood
 * that nobody has filed yet, a place that is full. A sender is muted only by a mailbox that it has sent to, so that whoever
 * alone could open a crowded mailbox reaches the others. A message that no mailbox takes counts as one to the mailbox
 * {@link #NONE}, which is crowded only with all others.
 *
 * <p>The owner sets the word in its turns, a sender only sets all bits. Senders add themselves until the owner, having
 * worked the mail off, ends the overload; whoever comes later isn't muted. One atomic stack decides between the two: an
 * entry is either in it when it is closed, and then released, or refused. While the overload goes on, the owner lets go
 * those whose mailboxes aren't crowded any more. A sender adds itself and then looks at the word once more; the owner
 * clears bits and then looks at the stack: each writes first and reads second, so at least one of them sees the other, and
 * to release somebody twice does no harm.
 */
public final class Overload {
    /** All mailboxes. */
    public static final long ALL = -1;

    /** The mailbox of what no mailbox takes. */
    public static final long NONE = 1L << 63;

    /** Somebody who sends no more until released. */
    public interface Muted {
        /** Lets it go on. Called at least once; calls after the first have no effect. */
        void release();
    }

    private record Entry(Muted muted, long sentTo, @Nullable Entry next) {}

    private static final Entry ENDED = new Entry(() -> {}, 0, null);

    private final AtomicReference<@Nullable Entry> entries = new AtomicReference<>();
    private final Object receiver;
    private final AtomicLong crowded;

    /** How many messages the owner processes before it looks again. Its own. */
    private int untilLook;

    /**
     * Makes an overload that mutes nobody yet.
     *
     * @param receiver who holds too much: a part, or what stands for one elsewhere
     * @param mailboxes which are crowded, bit i for mailbox i
     */
    public Overload(Object receiver, long mailboxes) {
        this.receiver = receiver;
        this.crowded = new AtomicLong(mailboxes);
    }

    /**
     * Returns who holds too much.
     *
     * @return the receiver
     */
    public Object receiver() {
        return receiver;
    }

    /**
     * Returns which mailboxes are crowded.
     *
     * @return bit i for mailbox i, or {@link #ALL}
     */
    public long crowded() {
        return crowded.get();
    }

    /**
     * Counts a message that the owner has processed. Owner only.
     *
     * @return whether it is time to look which mailboxes are crowded
     */
    public boolean isLookDue() {
        return --untilLook < 0;
    }

    /**
     * Says when that is next. Owner only.
     *
     * @param messages after so many
     */
    public void lookAfter(int messages) {
        untilLook = messages;
    }

    /**
     * Returns whether somebody who has sent to these mailboxes is to be muted.
     *
     * @param sentTo bit i for mailbox i
     * @return whether one of them is crowded
     */
    public boolean mutes(long sentTo) {
        return (crowded.get() & sentTo) != 0;
    }

    /**
     * Has more mailboxes be crowded. Other threads than the owner may say so of all only, and must see to it that the owner
     * looks.
     *
     * @param mailboxes bit i for mailbox i, or {@link #ALL}
     * @return false if they were already
     */
    public boolean crowd(long mailboxes) {
        return (crowded.get() & mailboxes) != mailboxes
                && (crowded.getAndAccumulate(mailboxes, (all, more) -> all | more) & mailboxes) != mailboxes;
    }

    /**
     * Has just these mailboxes be crowded from now on, and releases those who have sent to others only. Owner only. May
     * undo what another thread has just said of all.
     *
     * @param mailboxes bit i for mailbox i, or {@link #ALL}
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
     * Mutes a sender until this overload ends, or none of the mailboxes is crowded any more.
     *
     * @param sender who
     * @param sentTo the mailboxes, bit i for mailbox i
     * @return false if that is so now: the sender isn't muted
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

    /** Ends the overload and releases everybody. Idempotent. */
    public void end() {
        for (Entry entry = entries.getAndSet(ENDED); entry != null; entry = entry.next()) {
            entry.muted().release();
        }
    }

    /** A thread that is no part, muted. */
    public static final class Outside implements Muted {
        private final CompletableFuture<Void> released = new CompletableFuture<>();

        /** Makes one that isn't released. */
        public Outside() {}

        @Override
        public void release() {
            released.complete(null);
        }

        /**
         * Returns when it is released.
         *
         * @return completed then
         */
        public CompletableFuture<Void> released() {
            return released;
        }
    }
}
