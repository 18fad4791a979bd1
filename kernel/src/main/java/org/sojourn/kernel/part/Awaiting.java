package org.sojourn.kernel.part;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.mail.DeadLetters;
import org.sojourn.kernel.mail.Layout;
import org.sojourn.kernel.port.Tracer;

/**
 * What a part waits for besides mail: its timers, and the outcomes of futures. In its turns only.
 *
 * <p>While there is any, the place is held active, so the run stays open. What rings or completes pushes a signal; the
 * part acts on it in its own turn, and only then stops to hold the place, so that there is no instant at which the run
 * could end in between. A part that exits waits for nothing more.
 *
 * <p>Timers move with their part, with times as durations from now; only a future is bound to the place where it completes,
 * and while one is awaited the part stays.
 */
public final class Awaiting {
    private final Cell cell;
    private final List<Ticker> tickers = new ArrayList<>(1);

    /** Timers and outcomes; while there are any, the place is held once. */
    private int reasons;

    /** How often the part was ordered to move, and how many of the futures it waited for then. */
    private int orders;

    private int former;

    /** Timers that wait for silence: for them the part notes when it was last busy. */
    private int forSilence;

    /** How many timers were ever set. */
    private int count;

    /** Timers that were set before the part moved here, by their numbers. */
    private final Map<Integer, Ticker> came = new HashMap<>(0);

    private long lastBusy;
    private boolean isClosed;

    /** Since when it has waited for one future at least. Plain, as all here is: whoever describes it sees about what there is. */
    private long waitingSince;

    Awaiting(Cell cell) {
        this.cell = cell;
        this.lastBusy = cell.kernel().clock().nanoTime();
    }

    /**
     * Puts a message into a mailbox after a while.
     *
     * @param nanos nanoseconds from now, not negative
     * @param mailbox an index, an id, or {@link Cell#BY_TYPE}
     * @param message the message
     * @return the timer
     * @throws IllegalArgumentException if the part has no such mailbox, or it doesn't accept the message
     */
    public Ticker once(long nanos, int mailbox, Object message) {
        return add(Ticker.Rule.ONCE, nanos, mailbox, message);
    }

    /**
     * Puts a message into a mailbox again and again.
     *
     * @param nanos nanoseconds to the first and from one to the next, positive
     * @param mailbox an index, an id, or {@link Cell#BY_TYPE}
     * @param message the message
     * @return the timer
     * @throws IllegalArgumentException if the part has no such mailbox, or it doesn't accept the message
     */
    public Ticker periodic(long nanos, int mailbox, Object message) {
        return add(Ticker.Rule.PERIODIC, nanos, mailbox, message);
    }

    /**
     * Puts a message into a mailbox whenever the part has processed nothing for a while.
     *
     * @param nanos nanoseconds, positive
     * @param mailbox an index, an id, or {@link Cell#BY_TYPE}
     * @param message the message
     * @return the timer
     * @throws IllegalArgumentException if the part has no such mailbox, or it doesn't accept the message
     */
    public Ticker silence(long nanos, int mailbox, Object message) {
        return add(Ticker.Rule.SILENCE, nanos, mailbox, message);
    }

    private Ticker add(Ticker.Rule rule, long nanos, int mailbox, Object message) {
        Layout layout = cell.layout();
        int index = layout.taking(mailbox, message);
        if (index < 0) {
            throw new IllegalArgumentException("a timer of " + cell + " with a message of "
                    + message.getClass().getName() + ", which "
                    + (mailbox == Cell.BY_TYPE ? "none of its mailboxes accepts" : "the mailbox doesn't accept")
                    + "; declare one that does in super(...)");
        }
        return add(new Ticker.Setting(
                count++,
                rule,
                nanos,
                rule == Ticker.Rule.SILENCE ? 0 : nanos,
                index,
                cell.kernel().copier().copy(message),
                0,
                false));
    }

    private Ticker add(Ticker.Setting setting) {
        Ticker ticker = new Ticker(this, cell, setting);
        if (setting.isOver()) {
            return ticker;
        }
        ticker.index = tickers.size();
        tickers.add(ticker);
        forSilence += ticker.rule == Ticker.Rule.SILENCE ? 1 : 0;
        begin();
        return ticker;
    }

    // ---- moving -----------------------------------------------------------------------------------------------------

    List<Ticker> tickers() {
        return tickers;
    }

    int count() {
        return count;
    }

    /** A timer that has come with its part. */
    Ticker came(Ticker.Setting setting) {
        Ticker ticker = add(setting);
        came.put(ticker.number, ticker);
        if (ticker.rule == Ticker.Rule.SILENCE) {
            lastBusy = Math.min(lastBusy, cell.kernel().clock().nanoTime() + setting.untilDue());
        }
        return ticker;
    }

    /** So many timers were set before the part moved. */
    void counted(int before) {
        count = before;
    }

    /**
     * Finds a timer that was set before the part moved.
     *
     * @param number its number
     * @return the timer, or null if it had ended by then
     */
    public @Nullable Ticker ticker(int number) {
        return came.get(number);
    }

    /** Whether it waits for a future, which is bound to its place. */
    boolean awaitsOutcome() {
        return reasons > tickers.size();
    }

    /** The part is ordered to move. */
    void ordered() {
        orders++;
        former = reasons - tickers.size();
    }

    /** Whether it waits for a future for which it did when it was ordered to move. */
    boolean isHeldUp() {
        return former > 0;
    }

    /** Forgets a timer that has rung for the last time or is cancelled. */
    void remove(Ticker ticker) {
        Ticker last = tickers.remove(tickers.size() - 1);
        if (last != ticker) {
            tickers.set(ticker.index, last);
            last.index = ticker.index;
        }
        ticker.index = -1;
        forSilence -= ticker.rule == Ticker.Rule.SILENCE ? 1 : 0;
        end();
    }

    /**
     * Waits for the outcome of a future and puts a message made of it into a mailbox. If the part exits before, the outcome
     * is a dead letter when it comes.
     *
     * @param source the future
     * @param mailbox an index, an id, or {@link Cell#BY_TYPE}
     * @param ofValue makes the message of a value, in the part's turn; the part fails if it throws
     * @param ofFailure makes the message of a failure, likewise
     * @param <T> the value
     */
    public <T extends @Nullable Object> void outcome(
            CompletionStage<T> source,
            int mailbox,
            Function<? super T, ?> ofValue,
            Function<? super Throwable, ?> ofFailure) {
        Tracer.Carried carried = cell.kernel().tracing().current();
        int begun = orders;
        source.whenComplete((value, failure) -> cell.signal(new Signal.Happened(
                failure == null
                        ? new Arrival(mailbox, "value", () -> ofValue.apply(value), begun, carried)
                        : new Arrival(mailbox, "failure", () -> ofFailure.apply(causeOf(failure)), begun, carried))));
        if (!awaitsOutcome()) {
            waitingSince = cell.kernel().clock().nanoTime();
        }
        // Last, so that nothing is held if the future refuses. What has come already is acted on later.
        begin();
    }

    private static Throwable causeOf(Throwable failure) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : null;
        return cause == null ? failure : cause;
    }

    /** An outcome is here. */
    private final class Arrival implements Signal.Event {
        private final int mailbox;
        private final String what;
        private final Supplier<?> message;

        /** After so many orders to move. */
        private final int begun;

        private final Tracer.@Nullable Carried carried;

        Arrival(int mailbox, String what, Supplier<?> message, int begun, Tracer.@Nullable Carried carried) {
            this.mailbox = mailbox;
            this.what = what;
            this.message = message;
            this.begun = begun;
            this.carried = carried;
        }

        @Override
        public void happened(Cell part) {
            if (isClosed) {
                missed(part.kernel(), part);
                return;
            }
            former -= begun < orders ? 1 : 0;
            end();
            Object made = Objects.requireNonNull(message.get(), () -> "the message made of " + describe() + " is null");
            part.deposit(part.kernel()
                    .tracing()
                    .mail(part, mailbox, part.kernel().copier().copy(made), null, carried)
                    .from(part.home));
        }

        @Override
        public void missed(Kernel kernel, Target receiver) {
            kernel.deadLetters().add(receiver.toString(), describe(), null, DeadLetters.Cause.EXITED);
        }

        @Override
        public String describe() {
            return "the " + what + " of a future";
        }
    }

    private void begin() {
        if (reasons++ == 0) {
            cell.kernel().hold();
            cell.kernel().holders().add(this);
        }
    }

    private void end() {
        if (--reasons == 0) {
            release();
        }
        cell.mayDepart();
    }

    /** The body is gone: its timers end, and outcomes that come later are dead letters. */
    void close() {
        isClosed = true;
        tickers.forEach(Ticker::disarm);
        tickers.clear();
        if (reasons > 0) {
            reasons = 0;
            release();
        }
    }

    private void release() {
        cell.kernel().holders().remove(this);
        cell.kernel().releaseInTurn();
    }

    /** Says what it waits for, for other threads: about right while the part is in a turn. Empty if it waits for nothing. */
    String describe() {
        long now = cell.kernel().clock().nanoTime();
        Ticker next = null;
        int timers = 0;
        for (Object each : tickers.toArray()) {
            if (each instanceof Ticker ticker) {
                timers++;
                next = next == null || ticker.untilDue(now) < next.untilDue(now) ? ticker : next;
            }
        }
        int futures = reasons - timers;
        StringBuilder text = new StringBuilder();
        if (next != null) {
            text.append(timers == 1 ? ", which has a timer " : ", which has " + timers + " timers, the next ")
                    .append(next.describe(now));
        }
        if (futures > 0) {
            text.append(text.isEmpty() ? ", which " : ", and ")
                    .append(futures == 1 ? "awaits a future" : "awaits " + futures + " futures")
                    .append(" (pipeTo), for ")
                    .append((now - waitingSince) / 1_000_000)
                    .append(" ms so far");
        }
        return text.isEmpty() ? "" : cell + text.toString();
    }

    // ---- silence ----------------------------------------------------------------------------------------------------

    /** The part has nothing to do now, and had. */
    void settled() {
        if (forSilence > 0) {
            lastBusy = cell.kernel().clock().nanoTime();
        }
    }

    /** Since when the part has processed nothing, as far as is known, and not before {@code earliest}. */
    long silentSince(long earliest, long now) {
        if (cell.rest().hasProcessed) {
            return now;
        }
        return lastBusy - earliest > 0 ? lastBusy : earliest;
    }
}
