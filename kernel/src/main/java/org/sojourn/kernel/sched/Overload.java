package org.sojourn.kernel.sched;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The time during which one part holds more mail than its bound, and who is muted because of it.
 *
 * <p>Senders add themselves until the owner, having worked the mail off, ends the overload; whoever comes later isn't
 * muted. One atomic stack decides between the two: an entry is either in it when it is closed, and then released, or
 * refused.
 */
public final class Overload {
    /** Somebody who sends no more until released. */
    public interface Muted {
        /** Lets it go on. Called at least once; calls after the first have no effect. */
        void release();
    }

    private record Entry(Muted muted, @Nullable Entry next) {}

    private static final Entry ENDED = new Entry(() -> {}, null);

    private final AtomicReference<@Nullable Entry> entries = new AtomicReference<>();

    private final Task receiver;

    /**
     * Makes an overload that mutes nobody yet.
     *
     * @param receiver who holds too much
     */
    public Overload(Task receiver) {
        this.receiver = receiver;
    }

    /**
     * Returns who holds too much.
     *
     * @return the receiver
     */
    public Task receiver() {
        return receiver;
    }

    /**
     * Mutes a sender until this overload ends.
     *
     * @param sender who
     * @return false if it has ended: the sender isn't muted
     */
    public boolean add(Muted sender) {
        while (true) {
            Entry seen = entries.get();
            if (seen == ENDED) {
                return false;
            }
            if (entries.compareAndSet(seen, new Entry(sender, seen))) {
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
