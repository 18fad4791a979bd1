package org.sojourn.kernel.part;

import static java.lang.System.Logger.Level.WARNING;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Events;
import org.sojourn.kernel.sched.Overload;

/**
 * Who is muted at one place, in the order of muting, and what the parts of the place hold in all.
 *
 * <p><b>Progress before bound.</b> A muted part may be the only one that could open the mailbox that muted it; then
 * nothing runs any more. So when the workers have nothing left to do and somebody is muted, the oldest mute is lifted,
 * counted and logged. As long as somebody is muted, the place isn't passive: a cut for termination detection can't fall
 * between the last turn and the lifting.
 *
 * <p><b>Only then.</b> Whoever asks for a lifting has seen the place idle, but that may be over: an outside thread has sent,
 * and a worker runs that mutes others, before the one that went to sleep gets to the lifting. So the oldest mute is looked
 * up between two equal idle stamps: it was there when nothing ran and nothing waited to run. Where they differ somebody was
 * woken, and asks when it goes idle again.
 */
public final class Muting {
    private static final System.Logger LOG = System.getLogger(Muting.class.getName());

    /** One mute of a part. */
    private static final class Mute implements Overload.Muted {
        private final Cell cell;
        private final Overload by;
        private final AtomicBoolean over = new AtomicBoolean();
        private final Events.@Nullable Span span;

        Mute(Cell cell, Overload by, Events.@Nullable Span span) {
            this.cell = cell;
            this.by = by;
            this.span = span;
        }

        /** Returns whether it wasn't over; if so, the part is to be told. */
        boolean end() {
            return !over.getAndSet(true);
        }

        void tell() {
            if (span != null) {
                span.end();
            }
            cell.signal(new Signal.Unmute());
        }

        @Override
        public void release() {
            if (end()) {
                tell();
            }
        }
    }

    private final Kernel kernel;
    private final Queue<Mute> inOrder = new ConcurrentLinkedQueue<>();
    private final Queue<Overload.Outside> blocked = new ConcurrentLinkedQueue<>();

    /** Mutes that aren't over. Read by samples of termination detection after the idle stamp. */
    private final AtomicInteger muted = new AtomicInteger();

    private final LongAdder mutes = new LongAdder();
    private final LongAdder lifted = new LongAdder();
    private final LongAdder held = new LongAdder();
    private volatile long placeBound = Bound.PLACE_MESSAGES.value();

    Muting(Kernel kernel) {
        this.kernel = kernel;
    }

    /** Mutes a part, in its own turn; false if the overload is over. */
    boolean mute(Cell cell, Overload by, long sentTo) {
        Mute mute = new Mute(cell, by, kernel.observation().muted(cell, by.receiver()));
        // Counted first: whoever releases it at once takes it back in the part's next turn.
        muted.incrementAndGet();
        if (!by.add(mute, sentTo)) {
            muted.decrementAndGet();
            return false;
        }
        mutes.increment();
        inOrder.add(mute);
        oldest();
        return true;
    }

    /** The oldest mute that isn't over. Those before it are forgotten. */
    private @Nullable Mute oldest() {
        Mute oldest = inOrder.peek();
        while (oldest != null && (oldest.over.get() || oldest.cell.isGone())) {
            inOrder.remove(oldest);
            oldest.release(); // who has ended in the meantime holds up nobody
            oldest = inOrder.peek();
        }
        return oldest;
    }

    /** A part goes on, in its own turn. */
    void unmuted() {
        muted.decrementAndGet();
    }

    /** Has a thread that is no part wait for the end of an overload, or for the lifting. */
    void block(Overload by, long sentTo) {
        Overload.Outside outside = new Overload.Outside();
        if (by.add(outside, sentTo)) {
            mutes.increment();
            blocked.add(outside);
            // The workers may have gone idle, and found nobody to lift, just before that.
            liftIfIdle();
            kernel.awaitOutside(outside.released());
            blocked.remove(outside);
        }
    }

    /** Lifts the oldest mute if nothing runs or waits to run. Returns whether there was one. */
    boolean liftIfIdle() {
        while (true) {
            long stamp = kernel.policies().idleStamp();
            if (stamp < 0) {
                return false;
            }
            Mute oldest = oldest();
            Overload.Outside outside = oldest == null ? blocked.peek() : null;
            if (oldest == null && outside == null || kernel.policies().idleStamp() != stamp) {
                return false;
            }
            if (outside != null && blocked.remove(outside)) {
                count("a thread");
                outside.release();
                return true;
            }
            if (oldest != null && oldest.end()) {
                count(oldest.cell.toString());
                oldest.tell();
                return true;
            }
        }
    }

    private void count(String who) {
        lifted.increment();
        long number = lifted.sum();
        if (Long.bitCount(number) == 1) {
            LOG.log(
                    WARNING,
                    "nothing else can run, so {0} is no longer muted ({1} such liftings so far); memory may grow",
                    who,
                    number);
        }
    }

    /** Who is muted by whom, in words, at most so many. */
    List<String> describe(int most) {
        List<String> sentences = new ArrayList<>();
        for (Mute each : inOrder) {
            if (sentences.size() < most && !each.over.get()) {
                sentences.add(each.cell + " is muted by " + each.by.receiver());
            }
        }
        int threads = blocked.size();
        if (threads > 0) {
            sentences.add(threads + " threads that are no selectors wait in send");
        }
        return sentences;
    }

    void holds(long change) {
        held.add(change);
    }

    boolean isPlaceFull() {
        return held.sum() > placeBound;
    }

    /**
     * Sets what the parts of the place may hold in all.
     *
     * @param messages at least 1; {@link Bound#PLACE_MESSAGES} unless set
     * @throws IllegalArgumentException if it is less than 1
     */
    public void bound(long messages) {
        if (messages < 1) {
            throw new IllegalArgumentException(
                    "a place with a bound of " + messages + " messages; it must hold at least 1");
        }
        placeBound = messages;
    }

    boolean isAnybodyMuted() {
        return muted.get() > 0;
    }

    /**
     * Returns how often somebody was muted.
     *
     * @return mutes so far, of parts and of threads
     */
    public long mutes() {
        return mutes.sum();
    }

    /**
     * Returns how many mutes were lifted because nothing else could run.
     *
     * @return liftings so far
     */
    public long lifted() {
        return lifted.sum();
    }
}
