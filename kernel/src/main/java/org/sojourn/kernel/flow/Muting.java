package org.sojourn.kernel.flow;

import static java.lang.System.Logger.Level.WARNING;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
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
import org.sojourn.kernel.sched.Context;
import org.sojourn.kernel.sched.Overload;
import org.sojourn.kernel.site.Site;

/**
 * The mutes of one place, in their order, and how much its parts hold in all.
 *
 * <p><b>Progress before bound.</b> A muted sender may be the only one that could open the mailbox that muted it; then nothing runs any
 * more. So when the workers have nothing left to do, the oldest mute is lifted, counted and logged. As long as a part is muted the
 * place isn't passive: a cut for termination detection can't fall between the last turn and the lifting.
 *
 * <p><b>Only then.</b> A thread that asks for a lifting has seen the place idle, but that may be over: an outside thread has sent, and
 * a worker runs that mutes others. So the oldest mute is looked up between two equal idle stamps: it was there when nothing ran and
 * nothing waited to run. Where they differ some worker was woken, and asks when it goes idle again.
 *
 * <p><b>Other places.</b> The senders at another place that has no credit ({@link Credits}) are one mute among the others: to lift it
 * is to let one of them pass. A sender that waits for a part elsewhere isn't lifted here; nor is one that waits for a part here that
 * waits for one elsewhere, or whose creation is still to come from there.
 */
public final class Muting {
    private static final System.Logger LOG = System.getLogger(Muting.class.getName());

    /** How many mutes are followed from receiver to receiver; a longer chain counts as one that ends here. */
    private static final int LONGEST_CHAIN = 1_000;

    /** A shorter line isn't swept. */
    private static final int FEWEST_SWEPT = 64;

    /** Something that is lifted in the order of muting: the mute of a sender here, or of the senders at another place. */
    interface Liftable {
        boolean isOver();

        /** The receiver that is waited for. */
        Object by();

        /** Lets it go on, once; false if it does already. */
        boolean lift();
    }

    /** One mute: of a part, or of a thread that is no part and waits. */
    private final class Mute implements Overload.Muted, Liftable {
        private final @Nullable Cell cell;
        private final Overload.@Nullable Outside thread;
        private final Overload by;
        private final Events.@Nullable Span span;
        private final AtomicBoolean over = new AtomicBoolean();

        Mute(@Nullable Cell cell, Overload by, Events.@Nullable Span span) {
            this.cell = cell;
            this.thread = cell == null ? new Overload.Outside() : null;
            this.by = by;
            this.span = span;
        }

        @Override
        public void release() {
            lift();
        }

        /** The part needn't wait after all. */
        void notMuted() {
            over.set(true);
            if (span != null) {
                span.end();
            }
        }

        @Override
        public boolean lift() {
            if (over.getAndSet(true)) {
                return false;
            }
            if (span != null) {
                span.end();
            }
            if (cell != null) {
                cell.signal(new Unmute(cell));
            }
            if (thread != null) {
                thread.release();
            }
            return true;
        }

        @Override
        public boolean isOver() {
            if (cell != null && cell.isGone()) {
                lift(); // a part that has ended holds up nobody
            }
            return over.get();
        }

        @Override
        public Object by() {
            return by.receiver();
        }

        @Override
        public String toString() {
            return cell == null ? "a thread" : cell.toString();
        }
    }

    /** The overload that muted the part is over, or the mute is lifted. */
    private final class Unmute extends Signal {
        private final Cell muted;

        Unmute(Cell muted) {
            this.muted = muted;
        }

        /** A part that has left since, and is back, may be muted by another receiver. */
        @Override
        protected void act(Cell cell) {
            if (cell == muted) {
                cell.unmuted();
            } else {
                unmuted();
            }
        }

        @Override
        protected void undeliverable(Parts parts, Target receiver, DeadLetters.Cause cause) {
            unmuted();
        }
    }

    private final Site site;
    private final Credits credits;

    /** Is told of mutes; returns what is told of their ends, if anything is. */
    private BiFunction<Cell, Object, Events.@Nullable Span> onlooker = (sender, receiver) -> null;

    /** The mutes because of parts here. Those because of parts elsewhere are in line at a {@link Shortage}. */
    private final Queue<Liftable> inOrder = new ConcurrentLinkedQueue<>();

    /** How many were put into that line since those were swept out whose mutes are over, and after how many that is due. */
    private final AtomicInteger added = new AtomicInteger();

    private volatile int sweepAfter = FEWEST_SWEPT;

    /** Muted parts. Read by samples of termination detection after the idle stamp. */
    private final AtomicInteger muted = new AtomicInteger();

    private final AtomicInteger threads = new AtomicInteger();
    private final LongAdder mutes = new LongAdder();

    /** Those of {@link #mutes} that were lifted, here or for the receiver's place. */
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

    /** Names what is told of mutes; before the start. */
    public void onlooker(BiFunction<Cell, Object, Events.@Nullable Span> told) {
        onlooker = told;
    }

    /** Mutes a part, in its own turn; false if the overload is over, or the part may pass. */
    boolean mute(Cell cell, Overload by, long sentTo) {
        // Counted first: whoever releases it at once takes it back in the part's next turn.
        muted.incrementAndGet();
        Mute mute = new Mute(cell, by, onlooker.apply(cell, by.receiver()));
        boolean isMuted = mute(mute, sentTo);
        if (!isMuted) {
            muted.decrementAndGet();
            mute.notMuted();
        }
        return isMuted;
    }

    /** Has a thread that is no part wait for the end of an overload, or for the lifting, or until its patience is over. */
    void block(Overload by, long sentTo) {
        CompletableFuture<?> patience = Context.current().patience();
        if (patience != null && patience.isDone()) {
            return;
        }
        Mute mute = new Mute(null, by, null);
        threads.incrementAndGet();
        try {
            if (mute(mute, sentTo)) {
                if (patience != null) {
                    patience.whenComplete((value, failure) -> mute.release());
                }
                // The workers may have gone idle, and found nobody to lift, just before that.
                liftIfIdle();
                site.awaitOutside(Objects.requireNonNull(mute.thread).released());
                leave(mute);
            }
        } finally {
            threads.decrementAndGet();
        }
    }

    /** A thread waits no more, perhaps since it was interrupted: a place in line that nobody waits at would be lifted in vain. */
    private void leave(Mute mute) {
        mute.lift();
        if (mute.by() instanceof Shortage elsewhere) {
            elsewhere.line.remove(mute);
        } else {
            inOrder.remove(mute);
        }
    }

    /** Puts a sender into line; false if it needn't wait. */
    private boolean mute(Mute mute, long sentTo) {
        Shortage elsewhere = mute.by() instanceof Shortage shortage ? shortage : null;
        if (elsewhere != null && elsewhere.takePass()) {
            mutes.increment();
            passes(mute, elsewhere);
            return false;
        }
        if (!mute.by.add(mute, sentTo)) {
            return false;
        }
        mutes.increment();
        if (elsewhere == null) {
            add(mute);
        } else {
            elsewhere.line.add(mute);
            forget(elsewhere.line);
        }
        if (elsewhere != null && elsewhere.takePass()) {
            pass(elsewhere);
        }
        return true;
    }

    /** That a part has passed is told when what it causes here is done. */
    private void passes(Liftable sender, Shortage by) {
        lifted.increment();
        if (sender instanceof Mute mute && mute.thread != null) {
            credits.tellPassed(by);
        } else {
            credits.passes(by);
        }
    }

    /**
     * Puts somebody into line. The oldest mutes that are over are forgotten at once; those behind one that lasts are swept out now and
     * then, after as many additions as were kept the last time: so the line stays short, at a constant cost for each.
     */
    private void add(Liftable sender) {
        inOrder.add(sender);
        forget(inOrder);
        if (added.incrementAndGet() >= sweepAfter) {
            added.set(0);
            inOrder.removeIf(Liftable::isOver);
            sweepAfter = Math.max(FEWEST_SWEPT, inOrder.size());
        }
    }

    /** Puts the senders at another place into line. */
    void add(Away senders) {
        add((Liftable) senders);
        // The workers may have gone idle, and found nobody to lift, just before that.
        liftIfIdle();
    }

    /** Forgets the oldest mutes that are over. */
    private static void forget(Queue<Liftable> line) {
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
            if (oldest == null || site.policies().idleStamp() != stamp) {
                return false;
            }
            if (inOrder.remove(oldest) && oldest.lift()) {
                tell(oldest.toString());
                if (oldest instanceof Mute mute) {
                    lifted.increment();
                    if (mute.cell != null) {
                        return true;
                    }
                }
                // Another place doesn't say whether anybody took the pass, nor a thread when it waits again: so
                // the look goes on until a part does, whose turn brings the next look.
            }
        }
    }

    /** Lets the oldest of those go on that wait for a part elsewhere, or the next one that would wait. */
    void pass(Shortage by) {
        do {
            for (Liftable mute = by.line.poll(); mute != null; mute = by.line.poll()) {
                if (!mute.isOver() && mute.lift()) {
                    passes(mute, by);
                    return;
                }
            }
            by.givePass();
        } while (!by.line.isEmpty() && by.takePass());
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

    /** {@return at most so many sentences about mutes} */
    public List<String> describe(int most) {
        List<String> sentences = new ArrayList<>();
        List<Liftable> all = new ArrayList<>(inOrder);
        credits.shortages().forEach(each -> all.addAll(each.line));
        for (Liftable each : all) {
            boolean isThread = each instanceof Mute mute && mute.thread != null;
            if (sentences.size() < most && !isThread && !each.isOver()) {
                sentences.add(each + " is muted by " + each.by());
            }
        }
        if (threads() > 0) {
            sentences.add(threads() + " threads outside selectors wait in send");
        }
        return sentences;
    }

    /** How many threads are muted that are no parts. */
    int threads() {
        return threads.get();
    }

    void holds(long change) {
        held.add(change);
    }

    boolean isPlaceFull() {
        return held.sum() > placeBound;
    }

    /** Sets how many messages, at least 1, the parts of the place may hold in all. */
    public void bound(long messages) {
        if (messages < 1) {
            throw new IllegalArgumentException(
                    "a place with a bound of " + messages + " messages; it must hold at least 1");
        }
        placeBound = messages;
    }

    /** Sets how many messages, at least 1, the place may hold back for one part. */
    public void heldBound(long messages) {
        if (messages < 1) {
            throw new IllegalArgumentException(
                    "a place that may hold back " + messages + " messages for a selector; it must hold at least 1");
        }
        heldBound = messages;
    }

    boolean isTooMuchHeld(int held) {
        return held > heldBound;
    }

    boolean isAnybodyMuted() {
        return muted.get() > 0;
    }

    /** {@return how often a part or a thread was muted so far} */
    public long mutes() {
        return mutes.sum();
    }

    /** {@return how many of the {@link #mutes} were lifted because nothing else could run, here or where the receiver is} */
    public long lifted() {
        return lifted.sum();
    }
}
