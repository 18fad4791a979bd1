package org.sojourn.kernel.sched;

import static java.lang.System.Logger.Level.ERROR;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Clock;

/**
 * What the current thread runs. A worker enters its context around each turn, so code deep inside a handler knows on
 * whose behalf it acts, and how much may still run on this stack.
 *
 * <p><b>Inline sends.</b> A message to an idle part may be processed on the sender's stack: no node, no queue, no
 * wake-up. (Stack-based scheduling of local messages: W. Kim and G. Agha, <i>Efficient Support of Location Transparency
 * in Concurrent Object-Oriented Programming Languages</i>, 1995.) Two bounds keep that from running away: only so many
 * turns nest, and all that runs inline in one queued turn has only so much time. What comes after is queued, where
 * other workers can take it. The clock is read once in {@value #INLINE_MESSAGES} messages. If they have taken longer than such messages do, the
 * turn was wrongly expected to be short: what it has queued, and queues, is for any worker.
 */
public final class Context {
    /** A thread that has its context at hand; on any other thread the context is looked up. */
    public interface Carrier {
        /** {@return the context that was made for this thread, always the same} */
        Context context();
    }

    /** A kind's count of its parts. */
    public interface Tally {
        void add(int born, int gone);
    }

    private static final System.Logger LOG = System.getLogger(Context.class.getName());

    private static final int INLINE_MESSAGES = 64;

    /** The most that so many take, as only short ones run inline; if it was more, the code that sends them takes long. */
    private static final long INLINE_NANOS = INLINE_MESSAGES * Bound.INLINE_MESSAGE_NANOS.value();

    /** One inline turn in so many, and one more, is measured. */
    private static final int MEASURED_MASK = 63;

    /** Of the turns that a measured turn runs inline, so many are timed. */
    private static final int SAMPLES = 8;
    /** As a bound of depth: nothing may run inline. */
    private static final int NOWHERE = -1;

    /** A power of two. */
    public static final int STRANDED = 64;

    private static final int PLENTY = 8;
    private static final int LEAN_ROW = 8;
    private static final int LEFT_ALONE = 256;

    /** Steps of a pause: about a microsecond. */
    private static final int PAUSE = 64;

    private static final int CALL_DEPTH = Bound.INLINE_DEPTH.intValue();
    private static final int LOOK_AT_MOST = Bound.UNCOUNTED_SENDS.intValue();
    private static final long INLINE_TURN_NANOS = Bound.INLINE_TURN_NANOS.value();

    private static final ThreadLocal<Context> CURRENT =
            ThreadLocal.withInitial(() -> new Context(Thread.currentThread()));

    /**
     * The tasks that run on this stack; the queued one is at 1. An entry is written only where it differs and never
     * taken out: with some collectors, storing a reference in an old object costs a fence, and most sends repeat the
     * last. So an idle worker holds on to a few parts that it ran last. Objects, and not tasks: storing in an array of an
     * interface has a check that compilers give up on, again and again. It is replaced now and then, and so stays young: a reference stored in a
     * young object costs no fence.
     */
    private @Nullable Object[] stack = new @Nullable Object[Bound.INLINE_DEPTH.intValue() + 2];

    private final Thread thread;

    /** How many tasks run on this stack. Open for the same reason; otherwise {@link #leave()} is for others. */
    public int depth;

    private boolean isBrief;
    private boolean isExpectedBrief;
    private int depthBound = NOWHERE;
    private int inlineLeft;

    /** How often the clock was read for messages that ran inline. Others may see an old value. */
    private int renewals;

    private @Nullable Clock clock;
    private long began;
    private long looked;
    private long processed;
    private long excused;

    /** Until when a turn may go on beyond its messages; 0 without such a slice. */
    private long sliceEnd;

    /**
     * The depth of the turn that is being measured, or -1. What it runs inline is left out: that is the receivers'
     * work, wherever it runs.
     */
    private int measured = -1;

    private long nestedNanos;
    private long nestedMessages;

    /** The same of what it constructs, which is timed each time: constructing may take a thousand times as long as a message. */
    private long builtNanos;

    private long builtMessages;
    private int timed;
    private int untimed;

    /**
     * See {@link #found}: how many turns in a row have found little; how many such rows pass without a pause; whether
     * the last row ended in one.
     */
    private int lean;

    private int leftAlone;
    private boolean hasPaused;

    /** After so many sends to busy parts the sender counts what waits at the receiver. */
    private int untilLook = LOOK_AT_MOST;

    /**
     * Moves on by the golden ratio of its range, so that looks don't keep step with a sender that has several receivers
     * in turn.
     */
    private int step;

    /** While this thread takes packets of another place: has the first short task that they set going run here. Mostly null. */
    private @Nullable Reading reading;

    /** That task. */
    private Reading.@Nullable Lent held;

    /** What {@link #outside(Task, Runnable)} runs; mostly null. */
    private @Nullable Task outside;

    /** The event of {@link #until}; mostly null. */
    private @Nullable CompletableFuture<?> patience;

    /** Has still to be told what {@code born} and {@code gone} say. */
    private @Nullable Tally tally;

    private int born;
    private int gone;

    /**
     * Tasks that this thread owns and for which it could do no more on its stack: at the end of a recursion whose every step sends a message
     * nothing is left to have the receiver fail, to end it, or to give it up. They are given a turn of their own when the queued turn on this
     * stack is over. Whoever adds to them has no stack left for a call, so this is open, and so is their number, of which the last bits
     * count.
     */
    public final @Nullable Object[] stranded = new @Nullable Object[STRANDED];

    public int strandings;

    /** What a tracer gave along with the mail that is about to be processed; mostly null. */
    private @Nullable Object left;

    /** Makes the context of a thread that keeps it itself, as a {@link Carrier}. */
    public Context(Thread thread) {
        this.thread = thread;
    }

    /** {@return the context of the current thread, the same for the thread's life} */
    public static Context current() {
        // Each send comes here: reading a field of the thread takes a third of the time.
        return Thread.currentThread() instanceof Carrier carrier ? carrier.context() : CURRENT.get();
    }

    /** {@return the task that this thread runs; null outside of turns} */
    public @Nullable Task running() {
        return depth == 0 ? null : (Task) stack[depth];
    }

    /**
     * {@return the tasks on this stack: the innermost, its sender, and so on to the queued one} Another thread gets a
     * sample, right if the stack hasn't changed for long.
     */
    public List<Task> chain() {
        List<Task> chain = new ArrayList<>();
        for (int i = Math.min(depth, stack.length - 1); i > 0; i--) {
            if (stack[i] instanceof Task task) {
                chain.add(task);
            }
        }
        Task known = outside;
        if (known != null && chain.isEmpty()) {
            chain.add(known);
        }
        return chain;
    }

    /**
     * Runs code that belongs to no part, outside of any turn. It is nobody's sender, and nothing runs inline on its
     * stack; but observers see it, since it takes the thread as a turn does.
     *
     * @param task says what it is, for people
     */
    public void outside(Task task, Runnable body) {
        Task before = outside;
        outside = task;
        try {
            body.run();
        } finally {
            outside = before;
        }
    }

    /**
     * Runs code of a thread that runs no part. Where it sends to a crowded mailbox, the thread waits until the event is complete at
     * the latest.
     *
     * @param event null if it waits for as long as it takes
     */
    public void until(@Nullable CompletableFuture<?> event, Runnable body) {
        CompletableFuture<?> before = patience;
        patience = event;
        try {
            body.run();
        } finally {
            patience = before;
        }
    }

    /** {@return when a thread that runs no part stops waiting for room; null if it waits for as long as it takes} */
    public @Nullable CompletableFuture<?> patience() {
        return patience;
    }

    /** The innermost task here, if it is known. A sample, as {@link #chain}. */
    @Nullable
    Task innermost() {
        Task inTurn = depth == 0 ? null : (Task) stack[depth];
        return inTurn == null ? outside : inTurn;
    }

    public Thread thread() {
        return thread;
    }

    /** {@return the task on whose stack the running one was sent to inline; null in a queued turn} */
    public @Nullable Task sender() {
        return depth > 1 ? (Task) stack[depth - 1] : null;
    }

    /** {@return whether this is the running task, or the one that has sent to it inline and waits for it to return} */
    public boolean isRunningOrSender(Task task) {
        int top = depth;
        return top > 0 && (stack[top] == task || stack[top - 1] == task); // none is at 0
    }

    /**
     * Begins a turn that was queued.
     *
     * @param bound how deep inline sends may nest, at most {@link Bound#INLINE_DEPTH}; 0 switches them off
     * @param isShort whether the turn is expected to be short
     */
    public void begin(Task task, int bound, Clock time, boolean isShort) {
        isBrief = isShort;
        isExpectedBrief = isShort;
        depth = 0;
        push(task);
        depthBound = bound;
        // Goes on from the turn before. Otherwise the first messages of each turn, which meet cold caches, would stand
        // for all.
        if (inlineLeft <= 0) { // below, if a policy has called when the time was used up
            inlineLeft = INLINE_MESSAGES;
        }
        clock = time;
        began = 0;
        processed = 0;
        measured = -1;
    }

    /**
     * Lets turns go on until then, on their clock, however many messages that is: they have waited for a long turn. 0
     * for no longer than usual.
     */
    void goOnUntil(long nanos) {
        sliceEnd = nanos;
    }

    /** {@return whether a turn that has processed its share of messages may go on; never for an inline turn} */
    public boolean mayGoOn() {
        return sliceEnd != 0 && depth == 1 && clock != null && clock.nanoTime() - sliceEnd < 0;
    }

    /** Ends a turn that was queued, and returns how many messages were processed in it, inline ones included. */
    public long end() {
        flush();
        isBrief = false;
        depth = 0;
        depthBound = NOWHERE;
        return processed;
    }

    /** {@return whether a message may be processed on this stack now; false outside of turns, and at the bounds} */
    public boolean mayInline() {
        return inlineLeft > 0 & depth <= depthBound;
    }

    /**
     * Has what the present turn sends from now on queued, as others wait for its thread. For any thread, and racy: the
     * next turn may be hit instead, or none.
     */
    void hurry() {
        depthBound = NOWHERE;
    }

    /** {@return how often {@value #INLINE_MESSAGES} messages have run inline} For any thread, and racy. */
    int renewals() {
        return renewals;
    }

    /**
     * {@return whether a task whose policy asks for it may run on this stack now, even where inline sends are switched
     * off}
     *
     * @param isCall whether also when the time for inline sends is used up
     */
    boolean mayCall(boolean isCall) {
        return depth > 0 && depth <= CALL_DEPTH && (isCall || inlineLeft > 0);
    }

    /**
     * Submits a task: to this worker, if the present turn is expected to be short, and otherwise to any that is idle.
     */
    public void submit(Policy policy, Task task) {
        Reading reader = reading;
        if (reader != null && held == null) {
            held = reader.hold(policy, task);
            if (held != null) {
                return;
            }
        }
        hand(policy, task);
    }

    /** Submits a task as {@link #submit} does, but for one that keeps its place among others: never to the reading thread. */
    public void hand(Policy policy, Task task) {
        if (isBrief) {
            policy.submitSoon(task);
        } else {
            policy.submit(task);
        }
    }

    /**
     * {@return whether the inline turn that begins now is neither measured nor timed, and the clock isn't due} One look, as nearly
     * all turns pass here.
     */
    public boolean isPlain() {
        return (inlineLeft & MEASURED_MASK) > 1 & depth != measured;
    }

    /** Has a task asked something by its own code on this stack, which counts as no turn; {@link #leave()} ends that. */
    public void ask(Task task) {
        push(task);
    }

    /** Begins an inline turn that {@link #isPlain}. */
    public void enterPlain(Task task) {
        inlineLeft--;
        push(task);
    }

    /** This thread takes the packets of one read from now on, see {@link Reading}. */
    void reads(Reading reader) {
        reading = reader;
    }

    /** It has taken them. Returns what is to run here, if there is anything. */
    Reading.@Nullable Lent hasRead() {
        Reading.Lent first = held;
        reading = null;
        held = null;
        return first;
    }

    public void enter(Task task) {
        push(task);
        if (--inlineLeft == 0) {
            try {
                renew();
            } catch (StackOverflowError e) {
                inlineLeft = 0; // what follows is queued
            }
        }
    }

    private void push(Task task) {
        int top = ++depth;
        if (stack[top] != task) {
            stack[top] = task;
        }
    }

    private void renew() {
        if (clock == null) {
            return;
        }
        stack = stack.clone();
        renewals++;
        long now = nanoTime(clock);
        if (began == 0) {
            began = now;
        } else if (isExpectedBrief) {
            isBrief = now - looked <= INLINE_NANOS;
            if (!isBrief) {
                Worker.share();
            }
        }
        looked = now;
        if (now - began < INLINE_TURN_NANOS) {
            inlineLeft = INLINE_MESSAGES;
        }
    }

    public void leave() {
        depth--;
    }

    /** {@return whether to measure the inline turn that begins now: one in 64} */
    public boolean isMeasured() {
        return (inlineLeft & MEASURED_MASK) == 0;
    }

    /**
     * {@return whether to time the inline turn that begins now for its sender's, which is measured} Reading the clock
     * takes longer than many a turn, so some stand for all.
     */
    public boolean isSample(boolean isMeasured) {
        if (depth != measured) {
            return false;
        }
        boolean isSample = isMeasured || timed < SAMPLES;
        if (isSample) {
            timed++;
        } else {
            untimed++;
        }
        return isSample;
    }

    /** {@return whether the running turn is measured, not only one on whose stack it is} */
    public boolean isRunningMeasured() {
        return depth == measured;
    }

    /** Begins to measure the turn that has just begun. */
    public Stopwatch measure(Clock time) {
        return new Stopwatch(this, time);
    }

    /** Measures one turn, without the turns that it runs inline. */
    public static final class Stopwatch {
        private final Context context;
        private final Clock clock;
        private final long began;
        private final long processedBefore;
        private final int outer;
        private final long outerNanos;
        private final long outerMessages;
        private final int outerTimed;
        private final int outerUntimed;
        private final long outerBuiltNanos;
        private final long outerBuiltMessages;

        private Stopwatch(Context context, Clock clock) {
            this.context = context;
            this.clock = clock;
            this.outer = context.measured;
            this.outerNanos = context.nestedNanos;
            this.outerMessages = context.nestedMessages;
            this.outerTimed = context.timed;
            this.outerUntimed = context.untimed;
            this.outerBuiltNanos = context.builtNanos;
            this.outerBuiltMessages = context.builtMessages;
            this.processedBefore = context.processed;
            context.measured = context.depth;
            context.nestedNanos = 0;
            context.nestedMessages = 0;
            context.builtNanos = 0;
            context.builtMessages = 0;
            context.timed = 0;
            context.untimed = 0;
            this.began = context.nanoTime(clock);
        }

        /**
         * Ends the measurement. The turn may have ended already, but no other may have begun.
         *
         * @param cost told unless the turn has processed nothing; null for a sample
         */
        public void stop(@Nullable Cost cost) {
            long took = context.nanoTime(clock) - began;
            long messages = context.processed - processedBefore;
            if (cost != null && messages > 0) {
                double all = context.timed == 0 ? 0 : 1 + (double) context.untimed / context.timed;
                cost.took(
                        took - context.builtNanos - (long) (all * context.nestedNanos),
                        Math.max(1, messages - context.builtMessages - (long) (all * context.nestedMessages)));
            }
            goOn();
            if (outer >= 0) {
                context.nestedNanos += took;
                context.nestedMessages += messages;
            }
        }

        /** Ends the measurement of what the turn on whose stack it was has constructed. */
        public void leaveOut() {
            long took = context.nanoTime(clock) - began;
            goOn();
            context.builtNanos += took;
            context.builtMessages += context.processed - processedBefore;
        }

        /** Goes on with measuring the turn on whose stack this one was, if that is measured. */
        private void goOn() {
            context.measured = outer;
            context.timed = outerTimed;
            context.untimed = outerUntimed;
            context.nestedNanos = outerNanos;
            context.nestedMessages = outerMessages;
            context.builtNanos = outerBuiltNanos;
            context.builtMessages = outerBuiltMessages;
        }
    }

    /** Counts a part as constructed. The counter is told by the end of the turn. */
    public void born(Tally by) {
        count(by);
        born++;
    }

    /** Counts a part as exited, likewise. */
    public void gone(Tally by) {
        count(by);
        gone++;
    }

    private void count(Tally by) {
        if (by != tally) {
            flush();
            tally = by;
        }
    }

    private void flush() {
        Tally behind = tally;
        if (behind != null) {
            behind.add(born, gone);
            tally = null;
            born = 0;
            gone = 0;
        }
    }

    /**
     * Leaves out the time that it took to wake a worker. Otherwise a short turn that hands work over would seem long,
     * and would have to go on handing over because it seems long.
     */
    public void excuse(long nanos) {
        excused += nanos;
    }

    /** {@return the time without what was left out by {@link #excuse}} Only what lies between two such times means something. */
    public long nanoTime(Clock time) {
        return time.nanoTime() - excused;
    }

    /** {@return the tasks that are {@link #stranded}, which are so no more} Beyond {@value #STRANDED} in one turn the first are lost, which is logged. */
    public List<Task> takeStranded() {
        if (strandings > STRANDED) {
            LOG.log(
                    ERROR,
                    "{0} messages were sent in one turn whose stack was full; what the receivers of the first {1} have"
                        + " waits for ever. A handler that recurses without end mustn't catch the StackOverflowError"
                        + " and go on",
                    strandings,
                    strandings - STRANDED);
        }
        List<Task> tasks = new ArrayList<>();
        for (int i = 0; i < Math.min(strandings, STRANDED); i++) {
            if (stranded[i] instanceof Task task) {
                tasks.add(task);
            }
            stranded[i] = null;
        }
        strandings = 0;
        return tasks;
    }

    /** Counts a send to a busy part; returns whether to count what waits there. */
    public boolean isLookDue() {
        return --untilLook <= 0;
    }

    /** Notes that this sender has counted; the more it found, the later it counts again. */
    public void looked(int found) {
        step += 0x9E37_79B9;
        untilLook = found + LOOK_AT_MOST / 2 + (int) ((step & 0xFFFF_FFFFL) * (LOOK_AT_MOST / 2) >>> 32);
    }

    /**
     * Notes how much mail a queued turn has found. A part and its sender that keep step on two cores wait for each
     * other's cache at every message, which then takes several times as long as one of many. So a part that finds
     * little several times in a row pauses for about as long as the sender needs for many. If that brings no more,
     * nobody sends as fast, and the part goes without pauses for a while.
     */
    public void found(int count) {
        if (count >= PLENTY) {
            lean = 0;
            if (hasPaused) {
                hasPaused = false;
                leftAlone = 0;
            }
        } else if (depth == 1 && ++lean >= LEAN_ROW) {
            lean = 0;
            if (hasPaused) {
                hasPaused = false;
                leftAlone = LEFT_ALONE;
            } else if (leftAlone > 0) {
                leftAlone--;
            } else {
                hasPaused = true;
                for (int i = 0; i < PAUSE; i++) {
                    Thread.onSpinWait();
                }
            }
        }
    }

    /** Begins like a new thread's, for a thread that runs one simulation after the other: each must begin alike. */
    public void beginAnew() {
        inlineLeft = 0;
        step = 0;
        untilLook = LOOK_AT_MOST;
    }

    /** Leaves what came along with a message for {@link #takeLeft}. */
    public void leave(Object carried) {
        left = carried;
    }

    /** Takes what was left for the part that processes the message; null if nothing came along. */
    public @Nullable Object takeLeft() {
        Object carried = left;
        if (carried != null) {
            left = null;
        }
        return carried;
    }

    public void processed() {
        processed++;
    }
}
