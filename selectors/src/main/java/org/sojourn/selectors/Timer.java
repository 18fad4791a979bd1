package org.sojourn.selectors;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.part.Cell;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.time.Awaiting;
import org.sojourn.kernel.time.Ticker;

/**
 * A timer of a selector: {@link Selector#after after}, {@link Selector#every every} or {@link Selector#receiveTimeout
 * receiveTimeout}. It puts its message into a mailbox, where guard, priority and constraint hold as for any other.
 *
 * <p><b>Time.</b> No message comes early. The n-th of a periodic timer is due n periods after the timer was set: a late one
 * doesn't delay the next, so a timer doesn't drift. How late one can be is up to the host's clock and to what the
 * selector is doing.
 *
 * <p><b>Limits.</b> A mailbox holds at most one message of a timer. What would be a second one, because the selector is slow,
 * paused or muted, or the guard is closed, is skipped and counted; missed ticks are never made up for in a burst. A
 * delay or period is at most 36,500 days.
 *
 * <p><b>Life.</b> A timer keeps the run open until it has rung for the last time, is cancelled, or its selector has exited;
 * it ends with its selector.
 *
 * <p>For the selector's own constructor and handlers only.
 */
public final class Timer {
    private static final Duration LONGEST = Duration.ofDays(Bound.TIMER_DAYS.value());

    private final int number;

    /** Not moved: where the selector has moved, its timers are found by their numbers. */
    private transient @Nullable Ticker ticker;

    Timer(Ticker ticker) {
        this.number = ticker.number();
        this.ticker = ticker;
    }

    /** The timer where the selector is now; null if it had ended when the selector moved. */
    private @Nullable Ticker ticker() {
        Ticker known = ticker;
        Cell cell = Cell.current();
        if ((known == null || known.hasLeft()) && cell != null) {
            known = Awaiting.of(cell).ticker(number);
            ticker = known;
        }
        return known;
    }

    /** A time from {@code least} nanoseconds up. */
    static long nanos(Duration time, int least, String parameter) {
        if (Given.duration(time, parameter).compareTo(Duration.ofNanos(least)) < 0 || time.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("a timer of " + time + "; it must "
                    + (least > 0 ? "be positive" : "not be negative") + ", and at most " + LONGEST.toDays() + " days");
        }
        return time.toNanos();
    }

    /**
     * Ends the timer: none of its messages is processed from now on, not even one that waits in the mailbox. Idempotent;
     * without effect when it has ended.
     *
     * @throws IllegalStateException if called outside the selector's own constructor and handlers
     */
    public void cancel() {
        Ticker known = ticker();
        if (known != null) {
            known.cancel();
        }
    }

    /**
     * Returns whether a message of this timer may still be processed.
     *
     * @return false when it was cancelled, its last message has gone into processing, or its selector has exited
     */
    public boolean isActive() {
        Ticker known = ticker();
        return known != null && known.isActive();
    }

    /**
     * Returns how many messages were skipped, because one of this timer waited still or their time had passed when the
     * selector got to run.
     *
     * @return messages so far; 0 for a timer that had ended before its selector moved
     */
    public long skipped() {
        Ticker known = ticker();
        return known == null ? 0 : known.skipped();
    }
}
