package org.sojourn.kernel.time;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.mail.Mail;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.part.Cell;
import org.sojourn.kernel.part.Feature;
import org.sojourn.kernel.part.Signal;
import org.sojourn.kernel.port.Clock;
import org.sojourn.kernel.port.MalformedException;
import org.sojourn.kernel.port.Tracer;

/**
 * One timer of a part. Touched in the part's turns only; the clock's thread does no more than push a signal.
 *
 * <pre>
 *   armed --alarm--&gt; signalled --the part's turn--&gt; its message in the mailbox, and (if it goes on) armed
 * </pre>
 *
 * <p><b>One at a time.</b> A timer has one alarm or one signal, never both, and at most one message in the mailbox; a second one is
 * skipped. So a part that is slow, paused or muted, or whose guard stays closed, holds one message per timer, however long that
 * lasts.
 *
 * <p><b>Drift.</b> The n-th tick of a periodic timer is due n periods after the timer was set, because the next is reckoned from
 * when this one was due. None comes early. Those whose time has passed when the part gets to run are skipped and counted, except
 * for the first of them.
 *
 * <p><b>Moving.</b> A tick that comes while its part is packed has it packed again. So from then on each waits eight times as long as
 * the one before, from 1 ms to 10 s, until the part has left; then the next tick is due when it would have been.
 *
 * <p><b>Cancelling</b> takes back what waits in the mailbox, and a signal on its way finds the timer ended. That is why the alarm
 * doesn't send the message itself: nothing can be taken back from the inbox.
 */
public final class Ticker implements Feature.Own {
    /** When a timer rings, and whether it goes on. */
    public enum Rule {
        /** Once. */
        ONCE,
        /** Every so often. */
        PERIODIC,
        /** Whenever the part has processed nothing for so long. */
        SILENCE;

        private static final Rule[] ALL = values();

        static Rule of(int code) {
            return ALL[Math.floorMod(code, ALL.length)];
        }
    }

    private static final long LEAST_PATIENCE = 1_000_000;
    private static final long MOST_PATIENCE = 10_000_000_000L;

    final Rule rule;
    private final Awaiting owner;
    private final Cell cell;
    private final long nanos;
    private final int mailbox;
    private final Object message;

    private final Tracer.@Nullable Carried carried;
    private final Signal ring = new Ring();
    private final int number;

    /** When the next tick is due; for silence, the earliest time at which it began. */
    private long due;

    /** The place in its owner's list; negative when it has ended. */
    int index;

    private Clock.@Nullable Alarm alarm;
    private @Nullable Mail waiting;
    private long skipped;

    /** How long it waits at least, in nanoseconds. */
    private long patience;

    /** Whether its part has left; another timer stands for this one there. */
    private boolean hasLeft;

    /**
     * What a timer is made of. Times are durations from now, so that it can move.
     *
     * @param number its number among its part's timers
     * @param nanos its delay or period
     * @param untilDue until the next tick is due; for silence, how long that has lasted, below zero
     * @param isOver whether it has rung for the last time, and only its message waits
     */
    record Setting(
            int number,
            Rule rule,
            long nanos,
            long untilDue,
            int mailbox,
            Object message,
            long skipped,
            boolean isOver) {
        /** Appends it, but for the message. */
        void write(PacketWriter numbers) {
            numbers.i32(number).u8(rule.ordinal()).i64(nanos).i64(untilDue);
            numbers.i32(mailbox).i64(skipped).u8(isOver ? 1 : 0);
        }

        static Setting read(PacketReader numbers, Object message) {
            Setting read = new Setting(
                    numbers.i32(),
                    Rule.of(numbers.u8()),
                    numbers.i64(),
                    numbers.i64(),
                    numbers.i32(),
                    message,
                    numbers.i64(),
                    numbers.u8() == 1);
            long least = read.rule == Rule.ONCE ? 0 : 1; // or it would ring for ever
            if (read.nanos < least || read.mailbox < 0) {
                throw new MalformedException("a timer of " + read.nanos + " ns for mailbox " + read.mailbox + "; "
                        + least + " ns is the least");
            }
            return read;
        }
    }

    Ticker(Awaiting owner, Cell cell, Setting setting) {
        this.owner = owner;
        this.cell = cell;
        this.number = setting.number();
        this.rule = setting.rule();
        this.nanos = setting.nanos();
        this.mailbox = setting.mailbox();
        this.message = setting.message();
        this.carried = cell.site().tracing().current();
        this.skipped = setting.skipped();
        this.due = now() + setting.untilDue();
        if (setting.isOver()) {
            index = -1;
        } else {
            arm(rule == Rule.SILENCE ? nanos + setting.untilDue() : setting.untilDue());
        }
    }

    Setting setting() {
        long now = now();
        long begun = rule == Rule.SILENCE ? owner.silentSince(due, now) : due;
        return new Setting(number, rule, nanos, begun - now, mailbox, message, skipped, index < 0);
    }

    /** {@return its message, which waits from now on} */
    Mail waits() {
        Mail mail = cell.ownMail(mailbox, message, this, carried);
        waiting = mail;
        return mail;
    }

    void left() {
        hasLeft = true;
    }

    /** {@return whether its part has left this place: if so, {@link Awaiting#ticker} finds the timer where the part is} */
    public boolean hasLeft() {
        return hasLeft;
    }

    /** {@return its number among its part's timers, the same at every place; below zero for one of a former body} */
    @Override
    public int number() {
        return owner.isClosed() && !hasLeft ? -1 : number;
    }

    /** For other threads, as {@link #describe} is. */
    long untilDue(long now) {
        return (rule == Rule.SILENCE ? due + nanos : due) - now;
    }

    String describe(long now) {
        return "for mailbox \"" + cell.layout().spec(mailbox).name() + "\", due in "
                + Math.max(0, untilDue(now) / 1_000_000) + " ms"
                + switch (rule) {
                    case ONCE -> "";
                    case PERIODIC -> " and then every " + nanos / 1_000_000 + " ms";
                    case SILENCE -> " if nothing is processed until then";
                };
    }

    private long now() {
        return cell.site().clock().nanoTime();
    }

    /** While its part is about to leave each tick has it packed again: so the ticks go ever further apart until it has. */
    private void armNext(long delay) {
        patience = cell.isAboutToLeave() ? Math.min(8 * patience + LEAST_PATIENCE, MOST_PATIENCE) : 0;
        arm(Math.max(delay, patience));
    }

    private void arm(long delay) {
        alarm = cell.site().clock().arm(delay, () -> cell.signal(ring));
    }

    /** The alarm has gone off. A timer ends with its part, so nobody misses it. */
    private final class Ring extends Signal {
        @Override
        protected void act(Cell part) {
            ring();
        }

        @Override
        protected String doing() {
            return "a timer";
        }
    }

    private void ring() {
        if (index < 0) {
            return;
        }
        long now = now();
        switch (rule) {
            case ONCE -> {
                post();
                owner.remove(this);
            }
            case PERIODIC -> {
                post();
                long passed = (now - due) / nanos;
                skipped += passed;
                due += (passed + 1) * nanos;
                armNext(due - now);
            }
            case SILENCE -> {
                due = owner.silentSince(due, now);
                if (now - due >= nanos) {
                    post();
                    due = now;
                }
                armNext(due + nanos - now);
            }
        }
    }

    private void post() {
        if (waiting != null) {
            skipped++;
            return;
        }
        cell.deposit(waits());
    }

    @Override
    public void taken() {
        waiting = null;
    }

    /**
     * Ends it: none of its messages is processed from now on, not even one that waits. May be called again.
     *
     * @throws IllegalStateException if called outside the part's turns
     */
    public void cancel() {
        cell.requireTurn("cancels its timer");
        if (index >= 0) {
            owner.remove(this);
            disarm();
        }
        Mail mail = waiting;
        if (mail != null) {
            waiting = null;
            cell.withdraw(mailbox, mail);
        }
    }

    void disarm() {
        index = -1;
        Objects.requireNonNull(alarm).cancel();
    }

    /** {@return whether a message of it may still be processed} */
    public boolean isActive() {
        return index >= 0 || waiting != null;
    }

    /** {@return how many ticks fell due while the part didn't run, or while a message of this timer waited} */
    public long skipped() {
        return skipped;
    }
}
