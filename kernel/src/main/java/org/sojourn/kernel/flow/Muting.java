package org.sojourn.kernel.flow;

import static java.lang.System.Logger.Level.WARNING;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.mail.DeadLetters;
import org.sojourn.kernel.part.Cell;
import org.sojourn.kernel.part.Parts;
import org.sojourn.kernel.part.Signal;
import org.sojourn.kernel.part.Target;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Events;
import org.sojourn.kernel.sched.Overload;
import org.sojourn.kernel.site.Site;

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
 *
 * <p><b>Other places.</b> The senders at another place that has no credit ({@link Credits}) are one mute among the others: to
 * lift it is to let one of them pass. What waits for a part elsewhere isn't lifted here, and nor is what waits for a part here
 * that waits for one elsewhere, or whose creation is still to come from there: it is on its way, whoever is muted here, or the
 * part is ended because it will never come.
 */
public final class Muting {
    private static final System.Logger LOG = System.getLogger(Muting.class.getName());

    /** Mutes that are followed from receiver to receiver; a longer chain counts as one that ends here. */
    private static final int LONGEST_CHAIN = 1_000;

    /** What is lifted in the order of muting: the mute of a part, or of the senders at another place. */
    interface Liftable {
        boolean isOver();

        /** Who is waited for. */
        Object by();

        /** Lets it go on, once; false if it does already. */
        boolean lift();
    }

    /** One mute of a part. */
    static final class Mute implements Overload.Muted, Liftable {
        private final Muting muting;
        private final Cell cell;
        private final Overload by;
        private final AtomicBoolean over = new AtomicBoolean();
        private final Events.@Nullable Span span;

        Mute(Muting muting, Cell cell, Overload by, Events.@Nullable Span span) {
            this.muting = muting;
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
            cell.signal(new Unmute(muting));
        }

        @Override
        public void release() {
            if (end()) {
                tell();
            }
        }

        @Override
        public boolean isOver() {
            if (cell.isGone()) {
                release(); // who has ended in the meantime holds up nobody
            }
            return over.get();
        }

        @Override
        public Object by() {
            return by.receiver();
        }

        @Override
        public boolean lift() {
            boolean isFirst = end();
            if (isFirst) {
                tell();
            }
            return isFirst;
        }

        @Override
        public String toString() {
            return cell.toString();
        }
    }

    /** The overload that muted the part is over, or the mute is lifted. */
    private static final class Unmute extends Signal {
        private final Muting muting;

        Unmute(Muting muting) {
            this.muting = muting;
        }

        @Override
        protected void act(Cell cell) {
            cell.unmuted();
        }

        @Override
        protected void undeliverable(Parts parts, Target receiver, DeadLetters.Cause cause) {
            muting.unmuted();
        }
    }

    /** A thread that is no part, and waits. */
    private record Blocked(Overload.Outside thread, Object by) {}

    private final Site site;
    private final Credits credits;

    /** Is told of mutes, if anybody is; gives what is told of their ends. */
    private BiFunction<Cell, Object, Events.@Nullable Span> onlooker = (sender, receiver) -> null;

    /** Who waits for parts here; who waits for parts elsewhere is in line at a {@link Shortage}. */
    private final Queue<Liftable> inOrder = new ConcurrentLinkedQueue<>();

    private final Queue<Blocked> blocked = new ConcurrentLinkedQueue<>();

    /** Mutes that aren't over. Read by samples of termination detection after the idle stamp. */
    private final AtomicInteger muted = new AtomicInteger();

    private final LongAdder mutes = new LongAdder();

    /** Of those that were counted here as mutes. A lifting for another place is counted there, if a mute is lifted by it. */
    private final LongAdder lifted = new LongAdder();

    /** What this place has lifted, for itself and for others; for the log. */
    private final AtomicLong liftings = new AtomicLong();

    private final LongAdder held = new LongAdder();
    private volatile long placeBound = Bound.PLACE_MESSAGES.value();
    private volatile long heldBound = Bound.HELD_MESSAGES.value();

    Muting(Site site, Credits credits) {
        this.site = site;
        this.credits = credits;
    }

    /** Names who is told of mutes; before the start. */
    public void onlooker(BiFunction<Cell, Object, Events.@Nullable Span> told) {
        onlooker = told;
    }

    /** Mutes a part, in its own turn; false if the overload is over, or the part may pass. */
    boolean mute(Cell cell, Overload by, long sentTo) {
        Shortage elsewhere = by.receiver() instanceof Shortage shortage ? shortage : null;
        if (elsewhere != null && elsewhere.takePass()) {
            mutes.increment();
            lifted.increment();
            credits.passes(elsewhere);
            return false;
        }
        Mute mute = new Mute(this, cell, by, onlooker.apply(cell, by.receiver()));
        // Counted first: whoever releases it at once takes it back in the part's next turn.
        muted.incrementAndGet();
        if (!by.add(mute, sentTo)) {
            muted.decrementAndGet();
            return false;
        }
        mutes.increment();
        Queue<? super Mute> line = elsewhere == null ? inOrder : elsewhere.line;
        line.add(mute);
        if (elsewhere == null) {
            forget(inOrder);
        } else {
            forget(elsewhere.line);
            if (elsewhere.takePass()) {
                pass(elsewhere);
            }
        }
        return true;
    }

    /** Has senders at another place be lifted in their turn, as those of this place are. */
    void add(Away senders) {
        forget(inOrder);
        inOrder.add(senders);
        // The workers may have gone idle, and found nobody to lift, just before that.
        liftIfIdle();
    }

    /** Forgets the oldest mutes that are over. */
    private static void forget(Queue<? extends Liftable> line) {
        for (Liftable oldest = line.peek(); oldest != null && oldest.isOver(); oldest = line.peek()) {
            line.remove(oldest);
        }
    }

    /** The oldest mute that isn't over, but for those that another place decides on. */
    private @Nullable Liftable oldest() {
        forget(inOrder);
        for (Liftable each : inOrder) {
            if (!each.isOver() && !waitsElsewhere(each.by())) {
                return each;
            }
        }
        return null;
    }

    private @Nullable Blocked oldestThread() {
        for (Blocked each : blocked) {
            if (!waitsElsewhere(each.by())) {
                return each;
            }
        }
        return null;
    }

    /**
     * Whether a receiver is elsewhere, or waits for its creation to come from there, or is muted by one that is, or by a part that
     * is, and so on. Mutes make no rings; what seems one is about to be released.
     */
    private static boolean waitsElsewhere(Object receiver) {
        Object next = receiver;
        for (int i = 0; i < LONGEST_CHAIN && next instanceof Cell cell; i++) {
            if (cell.isExpected()) {
                return true;
            }
            next = cell.mutedBy();
        }
        return next instanceof Shortage;
    }

    /** A part goes on, in its own turn. */
    void unmuted() {
        muted.decrementAndGet();
    }

    /** Has a thread that is no part wait for the end of an overload, or for the lifting. */
    void block(Overload by, long sentTo) {
        Shortage elsewhere = by.receiver() instanceof Shortage shortage ? shortage : null;
        if (elsewhere != null && elsewhere.takePass()) {
            mutes.increment();
            lifted.increment();
            credits.tellPassed(elsewhere);
            return;
        }
        Overload.Outside outside = new Overload.Outside();
        if (by.add(outside, sentTo)) {
            Blocked waits = new Blocked(outside, by.receiver());
            mutes.increment();
            blocked.add(waits);
            if (elsewhere != null && elsewhere.takePass()) {
                pass(elsewhere);
            }
            // The workers may have gone idle, and found nobody to lift, just before that.
            liftIfIdle();
            site.awaitOutside(outside.released());
            blocked.remove(waits);
        }
    }

    /**
     * Lifts the oldest mute of this place, and those of other places before it, if nothing runs or waits to run. Returns whether
     * somebody goes on here.
     */
    boolean liftIfIdle() {
        while (true) {
            long stamp = site.policies().idleStamp();
            if (stamp < 0) {
                return false;
            }
            Liftable oldest = oldest();
            Blocked thread = oldest == null ? oldestThread() : null;
            if (oldest == null && thread == null || site.policies().idleStamp() != stamp) {
                return false;
            }
            if (thread != null && blocked.remove(thread)) {
                lifted.increment();
                tell("a thread");
                thread.thread().release();
                return true;
            }
            if (oldest != null && inOrder.remove(oldest) && oldest.lift()) {
                if (oldest instanceof Mute) {
                    lifted.increment();
                }
                tell(oldest.toString());
                if (oldest instanceof Mute) {
                    return true;
                }
                // Nothing tells this place if nobody there takes the pass: somebody here goes on as well.
            }
        }
    }

    /** Lets the oldest of those go on that wait for a part elsewhere, or the next one that would wait. */
    void pass(Shortage by) {
        do {
            for (Mute mute = by.line.poll(); mute != null; mute = by.line.poll()) {
                if (!mute.isOver() && mute.lift()) {
                    lifted.increment();
                    credits.passes(by);
                    return;
                }
            }
            for (Blocked each : blocked) {
                if (each.by() == by && blocked.remove(each)) {
                    lifted.increment();
                    each.thread().release();
                    credits.tellPassed(by);
                    return;
                }
            }
            by.givePass();
        } while (hasMuted(by) && by.takePass());
    }

    private boolean hasMuted(Shortage by) {
        return !by.line.isEmpty() || blocked.stream().anyMatch(each -> each.by() == by);
    }

    private void tell(String who) {
        long number = liftings.incrementAndGet();
        if (Long.bitCount(number) == 1) {
            LOG.log(
                    WARNING,
                    "nothing else can run, so {0} is no longer muted ({1} such liftings so far); memory may grow",
                    who,
                    number);
        }
    }

    /** Who is muted by whom, in words, at most so many. */
    public List<String> describe(int most) {
        List<String> sentences = new ArrayList<>();
        List<Liftable> all = new ArrayList<>(inOrder);
        credits.shortages().forEach(each -> all.addAll(each.line));
        for (Liftable each : all) {
            if (sentences.size() < most && !each.isOver()) {
                sentences.add(each + " is muted by " + each.by());
            }
        }
        int threads = threads();
        if (threads > 0) {
            sentences.add(threads + " threads that are no selectors wait in send");
        }
        return sentences;
    }

    /** How many threads wait that are no parts. */
    int threads() {
        return blocked.size();
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

    /**
     * Sets how much mail for one part the place may hold back.
     *
     * @param messages at least 1; {@link Bound#HELD_MESSAGES} unless set
     * @throws IllegalArgumentException if it is less than 1
     */
    public void heldBound(long messages) {
        if (messages < 1) {
            throw new IllegalArgumentException(
                    "a place that may hold back " + messages + " messages for a selector; it must hold at least 1");
        }
        heldBound = messages;
    }

    /**
     * {@return whether a place that holds back so much for one part is to mute its senders: whether it is more than the bound}
     *
     * @param held how much
     */
    public boolean isTooMuchHeld(int held) {
        return held > heldBound;
    }

    boolean isAnybodyMuted() {
        return muted.get() > 0;
    }

    /** {@return how often somebody was muted: mutes so far, of parts and of threads} */
    public long mutes() {
        return mutes.sum();
    }

    /**
     * {@return how many mutes were lifted because nothing else could run, here or where the receiver is: liftings so far, of those
     * that {@link #mutes} has counted}
     */
    public long lifted() {
        return lifted.sum();
    }
}
