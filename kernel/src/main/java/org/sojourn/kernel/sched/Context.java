package org.sojourn.kernel.sched;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Clock;

/**
 * What the current thread is running. A worker enters a context around each turn, so that code deep inside a handler
 * knows on whose behalf it acts, and how much may still run on this stack.
 *
 * <p><b>Inline sends.</b> A message to a part that is idle may be processed on the sender's stack, at once: no link, no
 * queue, no wake-up. (Stack-based scheduling of local messages: W. Kim and G. Agha, <i>Efficient Support of Location
 * Transparency in Concurrent Object-Oriented Programming Languages</i>, 1995.) Two bounds keep that from running away:
 * so many turns nest, and all that runs inline in one queued turn has so much time; what comes then is queued, where other
 * workers can take it. The clock is looked at once in {@value #INLINE_MESSAGES} messages.
 */
public final class Context {
    /** Counts parts of one kind. */
    public interface Tally {
        /**
         * Adds.
         *
         * @param born parts that were constructed
         * @param gone parts that have exited
         */
        void add(int born, int gone);
    }

    private static final int INLINE_MESSAGES = 512;

    /** Of the turns that a measured one has others run on its stack, the first that are timed. */
    private static final int SAMPLES = 8;
    /** No depth is within this bound. */
    private static final int NOWHERE = -1;

    /** So much mail found at once is plenty. */
    private static final int PLENTY = 8;

    private static final int LEAN_ROW = 8;
    private static final int LEFT_ALONE = 256;

    /** Steps of a pause; about a microsecond. */
    private static final int PAUSE = 64;

    private static final int CALL_DEPTH = Bound.INLINE_DEPTH.intValue();
    private static final int LOOK_AT_MOST = Bound.LOOK_SENDS.intValue();
    private static final long INLINE_TURN_NANOS = Bound.INLINE_TURN_NANOS.value();

    private static final ThreadLocal<Context> CURRENT =
            ThreadLocal.withInitial(() -> new Context(Thread.currentThread()));

    /**
     * The tasks that run on this stack, the queued one at 1. An entry is written only where another stood, and none is
     * taken out: to store a reference in an old object costs a fence with some collectors, and who sends to somebody now
     * mostly did so before. So an idle worker holds on to a few parts that it ran last.
     */
    private final @Nullable Task[] stack = new @Nullable Task[Bound.INLINE_DEPTH.intValue() + 2];

    private final Thread thread;

    /** How many tasks run on this stack. */
    private int depth;

    private boolean isBrief;
    private int depthBound = NOWHERE;
    private int inlineLeft;
    private @Nullable Clock clock;
    private long began;
    private long processed;
    private long excused;

    /** Until when turns may go on beyond their messages; 0 if they may not. */
    private long sliceEnd;

    /**
     * How deep the turn is that is being measured, or -1; and what the turns took that it had run on its stack, and how many messages
     * they processed. A turn is measured without them: what a part hands on is others' work, wherever it runs.
     */
    private int measured = -1;

    private long nestedNanos;
    private long nestedMessages;

    /** Of those turns, how many were timed, and how many weren't. */
    private int timed;

    private int untimed;

    /** How many times in a row little mail was found; how many such rows are left as they are; whether this one wasn't. */
    private int lean;

    private int leftAlone;
    private boolean hasPaused;

    /** So many sends to busy parts until the next look. */
    private int untilLook = LOOK_AT_MOST;

    /** Steps by the golden ratio of its range: looks must not keep in step with who sends to several in turn. */
    private int step;

    /** What this thread runs that is no turn; null mostly. See {@link #outside}. */
    private @Nullable Task outside;

    /** The counter that is ahead of what it was told, and by how much. */
    private @Nullable Tally tally;

    private int born;
    private int gone;

    /** What the mail carried that is about to be processed; null for mail that carries nothing, and without mail. */
    private @Nullable Object left;

    private Context(Thread thread) {
        this.thread = thread;
    }

    /**
     * Makes the context of a thread that keeps it itself.
     *
     * @param thread whose it is
     * @return what the thread's {@link Carrier#context} is to return
     */
    public static Context of(Thread thread) {
        return new Context(thread);
    }

    /**
     * Returns the context of the current thread.
     *
     * @return the same object for the life of the thread
     */
    public static Context current() {
        // A send asks: to look into a field of the thread takes a third of the time.
        return Thread.currentThread() instanceof Carrier carrier ? carrier.context() : CURRENT.get();
    }

    /**
     * Returns the task that this thread runs.
     *
     * @return the task, or null outside of any
     */
    public @Nullable Task running() {
        return depth == 0 ? null : stack[depth];
    }

    /**
     * Returns what runs on this stack. For other threads: right if it has been at it for long.
     *
     * @return the innermost task first, then the one that has sent to it, and so on to the one that was queued
     */
    public List<Task> chain() {
        List<Task> chain = new ArrayList<>();
        for (int i = Math.min(depth, stack.length - 1); i > 0; i--) {
            Task task = stack[i];
            if (task != null) {
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
     * Runs code that is no part's, and so is in no turn: it is nobody's sender, and nothing runs on its stack. But it takes the thread as
     * a turn does, so whoever looks from outside sees it.
     *
     * @param task says what it is, for people
     * @param body the code
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

    /** What this thread is at, innermost; null if it isn't known. For other threads, as {@link #chain}. */
    @Nullable
    Task innermost() {
        Task inTurn = depth == 0 ? null : stack[depth];
        return inTurn == null ? outside : inTurn;
    }

    /**
     * Returns the thread whose context this is.
     *
     * @return the thread
     */
    public Thread thread() {
        return thread;
    }

    /**
     * Returns the task on whose stack the running one runs.
     *
     * @return its sender, or null if it runs in a turn of its own
     */
    public @Nullable Task sender() {
        return depth > 1 ? stack[depth - 1] : null;
    }

    /**
     * Returns whether a task waits on this stack for the one that runs, which was sent to inline, to come back.
     *
     * @param task the task
     * @return whether it is the sender of what is being processed inline
     */
    public boolean isSender(Task task) {
        return depth > 1 && stack[depth - 1] == task;
    }

    /**
     * Begins a turn that was queued.
     *
     * @param task the task
     * @param bound how deep inline sends may nest, at most {@link Bound#INLINE_DEPTH}; 0 switches them off
     * @param time measures the turn
     * @param isShort whether the turn is expected to be short
     */
    public void begin(Task task, int bound, Clock time, boolean isShort) {
        isBrief = isShort;
        depth = 0;
        push(task);
        depthBound = bound;
        // It goes on from the turn before, lest the first of each turn, which come upon cold caches, stand for all.
        if (inlineLeft == 0) {
            inlineLeft = INLINE_MESSAGES;
        }
        clock = time;
        began = 0;
        processed = 0;
        measured = -1;
    }

    /**
     * Lets the turns that begin from now on go on until a time, however many messages that is: others have kept all waiting for longer.
     *
     * @param nanos on the clock of the turns; 0 for no longer than usual
     */
    void goOnUntil(long nanos) {
        sliceEnd = nanos;
    }

    /**
     * Returns whether a turn that has processed its messages may go on nevertheless.
     *
     * @return false for an inline turn
     */
    public boolean mayGoOn() {
        return sliceEnd != 0 && depth == 1 && clock != null && clock.nanoTime() - sliceEnd < 0;
    }

    /**
     * Ends a turn that was queued.
     *
     * @return messages that were processed in it, inline ones included
     */
    public long end() {
        flush();
        isBrief = false;
        depth = 0;
        depthBound = NOWHERE;
        return processed;
    }

    /**
     * Returns whether a message may be processed on this stack now.
     *
     * @return false outside of turns, and at the bounds
     */
    public boolean mayInline() {
        return inlineLeft > 0 && depth <= depthBound;
    }

    /**
     * Has what the present turn sends be queued from now on: others wait for its thread. By any thread; it is racy, so that a turn may
     * begin meanwhile, and be the one that it comes to, or not.
     */
    void hurry() {
        depthBound = NOWHERE;
    }

    /**
     * Returns whether a task whose policy wants it may run on this stack now, be inline sends switched on or off.
     *
     * @param isCall whether it may also when the time for inline sends is used up
     * @return false outside of turns, and at the bounds
     */
    boolean mayCall(boolean isCall) {
        return depth > 0 && depth <= CALL_DEPTH && (isCall || inlineLeft > 0);
    }

    /**
     * Has a task run: soon, by this worker, if the present turn is expected to be short; otherwise by any that is idle.
     *
     * @param policy the policy
     * @param task the task
     */
    public void submit(Policy policy, Task task) {
        if (isBrief) {
            policy.submitSoon(task);
        } else {
            policy.submit(task);
        }
    }

    /**
     * Begins an inline turn.
     *
     * @param task the receiver
     */
    public void enter(Task task) {
        push(task);
        if (--inlineLeft == 0) {
            renew();
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
        long now = clock.nanoTime();
        if (began == 0) {
            began = now;
        }
        if (now - began < INLINE_TURN_NANOS) {
            inlineLeft = INLINE_MESSAGES;
        }
    }

    /** Ends an inline turn. */
    public void leave() {
        depth--;
    }

    /**
     * Returns whether the inline turn that begins now is to be measured.
     *
     * @return true for one in 64
     */
    public boolean isMeasured() {
        return (inlineLeft & 63) == 0;
    }

    /**
     * Returns whether the inline turn that begins now is to be timed, since its sender's is measured. To look at the clock takes
     * longer than many a turn: some stand for all.
     *
     * @param isMeasured whether it is timed anyhow
     * @return whether it is one of those
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

    /**
     * Begins to measure the turn that has just begun, which is to be ended by {@link Stopwatch#stop}.
     *
     * @param time the clock
     * @return what knows the turn that was measured before
     */
    public Stopwatch measure(Clock time) {
        return new Stopwatch(this, time);
    }

    /** Measures one turn, and takes those out of it that it has others run. */
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

        private Stopwatch(Context context, Clock clock) {
            this.context = context;
            this.clock = clock;
            this.outer = context.measured;
            this.outerNanos = context.nestedNanos;
            this.outerMessages = context.nestedMessages;
            this.outerTimed = context.timed;
            this.outerUntimed = context.untimed;
            this.processedBefore = context.processed;
            context.measured = context.depth;
            context.nestedNanos = 0;
            context.nestedMessages = 0;
            context.timed = 0;
            context.untimed = 0;
            this.began = clock.nanoTime() - context.excused;
        }

        /**
         * Ends the measurement. The turn may have ended already, but no other may have begun.
         *
         * @param cost takes note of it, unless the turn has processed nothing; null for a sample
         */
        public void stop(@Nullable Cost cost) {
            long took = clock.nanoTime() - context.excused - began;
            long messages = context.processed - processedBefore;
            if (cost != null && messages > 0) {
                double all = context.timed == 0 ? 0 : 1 + (double) context.untimed / context.timed;
                cost.took(
                        took - (long) (all * context.nestedNanos),
                        Math.max(1, messages - (long) (all * context.nestedMessages)));
            }
            boolean isSendersMeasured = outer >= 0;
            context.measured = outer;
            context.timed = outerTimed;
            context.untimed = outerUntimed;
            context.nestedNanos = outerNanos + (isSendersMeasured ? took : 0);
            context.nestedMessages = outerMessages + (isSendersMeasured ? messages : 0);
        }
    }

    /**
     * Counts a part as constructed; its counter is told at the end of the turn, if not before.
     *
     * @param by its counter
     */
    public void born(Tally by) {
        count(by);
        born++;
    }

    /**
     * Counts a part as exited; its counter is told at the end of the turn, if not before.
     *
     * @param by its counter
     */
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
     * Takes note of time that isn't to be blamed on what runs: a worker had to be woken. Otherwise a short turn that hands
     * work over would seem long because of the handing over, and would go on having to hand over because it seems long.
     *
     * @param nanos how long it took
     */
    public void excuse(long nanos) {
        excused += nanos;
    }

    /**
     * Counts a send to a part that was busy.
     *
     * @return whether this sender is the one that looks how much waits there
     */
    public boolean isLookDue() {
        return --untilLook <= 0;
    }

    /**
     * Has looked.
     *
     * @param found how much waited; the more there is to count, the more seldom it is counted
     */
    public void looked(int found) {
        step += 0x9E37_79B9;
        untilLook = found + LOOK_AT_MOST / 2 + (int) ((step & 0xFFFF_FFFFL) * (LOOK_AT_MOST / 2) >>> 32);
    }

    /**
     * Has found mail, in a queued turn. Where a part and its sender keep step, on two cores, each message has both of them wait for
     * the other's cache, and takes several times as long as if it had been one of many. So whoever finds little a number of
     * times in a row pauses for about as long as the sender needs for many. If that brings no more, nobody sends as fast,
     * and it is left alone for a while.
     *
     * @param count how much mail was found
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

    /** Forgets when the last look was. For a thread that runs one simulation after the other, of which each begins alike. */
    public void beginAnew() {
        inlineLeft = 0;
        step = 0;
        untilLook = LOOK_AT_MOST;
    }

    /**
     * Leaves what went along with a message to whoever processes it next on this thread.
     *
     * @param carried what went along
     */
    public void leave(Object carried) {
        left = carried;
    }

    /**
     * Takes what was left.
     *
     * @return what went along with the message that is processed now, or null
     */
    public @Nullable Object takeLeft() {
        Object carried = left;
        if (carried != null) {
            left = null;
        }
        return carried;
    }

    /** Counts a message as processed. */
    public void processed() {
        processed++;
    }
}
