package org.sojourn.kernel.time;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.mail.DeadLetters;
import org.sojourn.kernel.mail.Layout;
import org.sojourn.kernel.mail.Mail;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.part.Cell;
import org.sojourn.kernel.part.Exit;
import org.sojourn.kernel.part.Feature;
import org.sojourn.kernel.part.Parts;
import org.sojourn.kernel.part.Signal;
import org.sojourn.kernel.part.Target;
import org.sojourn.kernel.port.Tracer;

/**
 * What a part waits for besides mail: timers, and the outcomes of futures. In its turns only.
 *
 * <p>While there is any, the place is held active, so the run stays open. What rings or completes pushes a signal. The part acts on
 * it in its own turn and holds the place until then, so at no instant in between could the run end. A part that exits waits for
 * nothing more.
 *
 * <p>Timers move with their part. A future is bound to the place where it completes, and while one is awaited the part stays.
 */
public final class Awaiting extends Feature implements Supplier<String> {
    private static final int TAG = 1;

    /** The most timers of one part. */
    private static final int MOST = 1 << 24;

    private final Cell cell;
    private final List<Ticker> tickers = new ArrayList<>(1);

    /** The open futures; while there are any, or timers, the place is held once. */
    private int futures;

    /** How often the part was ordered to move. */
    private int orders;

    /** How many futures are left of those that were open at the last order. */
    private int former;

    /** The timers for silence: while there are any, the part notes when it was last busy. */
    private int forSilence;

    /** How many timers were ever set. */
    private int count;

    /** The timers from before the part moved here, by their numbers. */
    private final Map<Integer, Ticker> came = new HashMap<>(0);

    private long lastBusy;
    private boolean isHolding;
    private boolean isClosed;

    /** Whether the part has processed anything since it was last idle. */
    private boolean hasProcessed;

    /** When {@link #futures} last became more than 0. Other threads that describe this see about what there is. */
    private long waitingSince;

    private Awaiting(Cell cell) {
        this.cell = cell;
        this.lastBusy = cell.site().clock().nanoTime();
    }

    /**
     * {@return what a part waits for besides mail}
     *
     * @throws IllegalStateException if called outside its turns
     */
    public static Awaiting of(Cell cell) {
        cell.requireTurn("waits for a timer or a future");
        return its(cell);
    }

    private static Awaiting its(Cell cell) {
        return cell.feature(Awaiting.class, Awaiting::new);
    }

    /** Reads timers that come with parts; once for a place. */
    public static void register(Parts parts) {
        parts.luggage().add(TAG, Awaiting::read);
    }

    /**
     * Sets a timer.
     *
     * @param nanos the delay or period, positive unless it rings once
     * @param mailbox an index, an id, or {@link Cell#BY_TYPE}
     * @throws IllegalArgumentException if the part has no such mailbox, or that doesn't accept the message
     */
    public Ticker set(Ticker.Rule rule, long nanos, int mailbox, Object message) {
        Layout layout = cell.layout();
        int index = layout.taking(mailbox, message);
        if (index < 0) {
            throw new IllegalArgumentException("a timer of " + cell + " with a message of "
                    + message.getClass().getName() + ", which "
                    + (mailbox == Cell.BY_TYPE ? "none of its mailboxes accepts" : "the mailbox doesn't accept")
                    + "; declare a mailbox that accepts it in super(...)");
        }
        return add(new Ticker.Setting(
                count++,
                rule,
                nanos,
                rule == Ticker.Rule.SILENCE ? 0 : nanos,
                index,
                cell.site().copier().copy(message),
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
        cell.attend(this);
        hold();
        return ticker;
    }

    // ---- moving -----------------------------------------------------------------------------------------------------

    /** A timer that has come with its part. If that has no such mailbox, as no correct place sends it, its message comes as one does. */
    private void came(Ticker.Setting setting) {
        if (setting.mailbox() >= cell.layout().size()) {
            cell.deposit(new Mail(setting.mailbox(), setting.message(), null));
            return;
        }
        Ticker ticker = add(setting);
        came.put(ticker.number(), ticker);
        if (ticker.rule == Ticker.Rule.SILENCE) {
            lastBusy = Math.min(lastBusy, cell.site().clock().nanoTime() + setting.untilDue());
        }
    }

    /** {@return a timer that was set before the part moved; null if it had ended by then} */
    public @Nullable Ticker ticker(int number) {
        return came.get(number);
    }

    @Override
    protected @Nullable Mail waits(int number) {
        Ticker known = came.get(number);
        return known == null ? null : known.waits();
    }

    /** What moves: how many timers were ever set, and those that aren't over, or whose message waits. */
    private record Packed(int count, List<Ticker.Setting> timers) implements Feature.Packed {
        @Override
        public int tag() {
            return TAG;
        }

        @Override
        public void write(PacketWriter numbers, List<Object> objects) {
            numbers.i32(count).i32(timers.size());
            for (Ticker.Setting each : timers) {
                each.write(numbers);
                objects.add(each.message());
            }
        }

        @Override
        public void unpack(Cell part) {
            Awaiting its = its(part);
            its.count = count;
            timers.forEach(its::came);
        }
    }

    private static Packed read(PacketReader numbers, Supplier<Object> objects) {
        int count = numbers.i32();
        List<Ticker.Setting> timers = new ArrayList<>();
        for (int i = numbers.count(MOST); i > 0; i--) {
            timers.add(Ticker.Setting.read(numbers, objects.get()));
        }
        return new Packed(count, timers);
    }

    @Override
    protected @Nullable Packed pack(Cell part) {
        return count == 0
                ? null
                : new Packed(
                        count,
                        moving(part).values().stream().map(Ticker::setting).toList());
    }

    /** Those that aren't over, or whose message waits, by their numbers. */
    private Map<Integer, Ticker> moving(Cell part) {
        Map<Integer, Ticker> all = new TreeMap<>();
        tickers.forEach(each -> all.put(each.number(), each));
        part.filed((mail, mailbox) -> {
            if (mail.answerTo() instanceof Ticker ticker && ticker.number() >= 0) {
                all.put(ticker.number(), ticker);
            }
        });
        return all;
    }

    @Override
    protected void left(Cell part) {
        moving(part).values().forEach(Ticker::left);
        close();
    }

    /** The timers of the former body end, and outcomes that it waited for will be dead letters. */
    @Override
    protected void restarted(Cell part) {
        close();
        part.without(this);
    }

    @Override
    protected void ended(Cell part, Exit why) {
        close();
    }

    @Override
    protected boolean isBound() {
        return futures > 0;
    }

    @Override
    protected String binding() {
        return "a future";
    }

    @Override
    protected void ordered() {
        orders++;
        former = futures;
    }

    @Override
    protected boolean isHeldUp() {
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
        over();
    }

    // ---- futures ----------------------------------------------------------------------------------------------------

    /**
     * Waits for the outcome of a future and puts a message made of it into a mailbox. If the part exits before, the outcome is a
     * dead letter when it comes.
     *
     * @param mailbox an index, an id, or {@link Cell#BY_TYPE}
     * @param ofValue makes the message of a value, in the part's turn; the part fails if it throws
     * @param ofFailure makes the message of a failure, likewise
     */
    public <T extends @Nullable Object> void outcome(
            CompletionStage<T> source,
            int mailbox,
            Function<? super T, ?> ofValue,
            Function<? super Throwable, ?> ofFailure) {
        Tracer.Carried carried = cell.site().tracing().current();
        int begun = orders;
        // Not whenComplete: up to Java 17 its own stage asks a failure for words, and some throw then.
        var unused = source.handle((value, failure) -> {
            cell.signal(
                    failure == null
                            ? new Outcome(mailbox, "value", () -> ofValue.apply(value), begun, carried)
                            : new Outcome(mailbox, "failure", () -> ofFailure.apply(causeOf(failure)), begun, carried));
            return cell;
        });
        // Last, so that nothing is held if the future refuses. What has come already is acted on later.
        hold();
        if (futures++ == 0) {
            waitingSince = cell.site().clock().nanoTime();
        }
    }

    private static Throwable causeOf(Throwable failure) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : null;
        return cause == null ? failure : cause;
    }

    /** A future is complete. */
    private final class Outcome extends Signal {
        private final int mailbox;
        private final String what;
        private final Supplier<?> message;

        /** How many orders to move there had been when the part began to wait. */
        private final int begun;

        private final Tracer.@Nullable Carried carried;

        Outcome(int mailbox, String what, Supplier<?> message, int begun, Tracer.@Nullable Carried carried) {
            this.mailbox = mailbox;
            this.what = what;
            this.message = message;
            this.begun = begun;
            this.carried = carried;
        }

        @Override
        protected void act(Cell part) {
            if (isClosed) {
                undeliverable(part.parts(), part, DeadLetters.Cause.EXITED);
                return;
            }
            former -= begun < orders ? 1 : 0;
            futures--;
            over();
            Object made = Objects.requireNonNull(message.get(), () -> "the message made of " + doing() + " is null");
            part.deposit(part.ownMail(mailbox, part.site().copier().copy(made), null, carried));
        }

        @Override
        protected void undeliverable(Parts parts, Target receiver, DeadLetters.Cause cause) {
            parts.site().deadLetters().add(receiver.toString(), doing(), null, DeadLetters.Cause.EXITED);
        }

        @Override
        protected String doing() {
            return "the " + what + " of a future";
        }
    }

    // ---- holding the place ------------------------------------------------------------------------------------------

    /** Called when there is one reason more. */
    private void hold() {
        if (!isHolding) {
            isHolding = true;
            cell.site().hold();
            cell.site().holders().addOne(this);
        }
    }

    /** Called when there is one reason less. */
    private void over() {
        if (futures == 0 && tickers.isEmpty()) {
            release();
        }
        cell.freed();
    }

    private void close() {
        isClosed = true;
        tickers.forEach(Ticker::disarm);
        tickers.clear();
        futures = 0;
        release();
    }

    private void release() {
        if (isHolding) {
            isHolding = false;
            cell.site().holders().removeOne(this);
            cell.site().releaseInTurn();
        }
    }

    /** Whether it is of a former body, or of a part that has left. */
    boolean isClosed() {
        return isClosed;
    }

    /** For other threads: about right while the part is in a turn. Empty if it waits for nothing. */
    @Override
    public String get() {
        long now = cell.site().clock().nanoTime();
        Ticker next = null;
        int timers = 0;
        for (Object each : tickers.toArray()) {
            if (each instanceof Ticker ticker) {
                timers++;
                next = next == null || ticker.untilDue(now) < next.untilDue(now) ? ticker : next;
            }
        }
        int open = futures;
        StringBuilder text = new StringBuilder();
        if (next != null) {
            text.append(timers == 1 ? ", which has a timer " : ", which has " + timers + " timers, the next ")
                    .append(next.describe(now));
        }
        if (open > 0) {
            text.append(text.isEmpty() ? ", which " : ", and ")
                    .append(open == 1 ? "awaits a future" : "awaits " + open + " futures")
                    .append(" (pipeTo), for ")
                    .append((now - waitingSince) / 1_000_000)
                    .append(" ms so far");
        }
        return text.isEmpty() ? "" : cell + text.toString();
    }

    // ---- silence ----------------------------------------------------------------------------------------------------

    @Override
    protected boolean isAttentive() {
        return forSilence > 0;
    }

    @Override
    protected void processed(Cell part) {
        hasProcessed = true;
    }

    @Override
    protected void settled(Cell part) {
        if (hasProcessed) {
            hasProcessed = false;
            lastBusy = part.site().clock().nanoTime();
        }
    }

    /** {@return since when the part has processed nothing, not before {@code earliest}} */
    long silentSince(long earliest, long now) {
        if (hasProcessed) {
            return now;
        }
        return lastBusy - earliest > 0 ? lastBusy : earliest;
    }
}
