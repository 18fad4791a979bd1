package org.sojourn.kernel.part;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.Objects;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.mail.DeadLetters;
import org.sojourn.kernel.mail.Inbox;
import org.sojourn.kernel.mail.Layout;
import org.sojourn.kernel.mail.Mail;
import org.sojourn.kernel.mail.Mailboxes;
import org.sojourn.kernel.sched.Context;
import org.sojourn.kernel.sched.Overload;

/**
 * What a part has to process and in which order: mail that is filed into mailboxes with guards and constraints, and whether that is too
 * much. {@link Cell} takes from it in its turns.
 *
 * <p><b>Ordinary.</b> One word of flags says all that keeps a message from going straight into processing: a part is ordinary when none
 * but {@link #CONSTRUCTED} is set. What few parts have lies behind one reference, {@link #life}, and sets a flag when it has to be
 * looked at.
 *
 * <p><b>Overload.</b> An agenda with a mailbox that holds more than its bound is overloaded. What it holds the owner learns when it takes
 * its mail, which may be long after; so one in so many senders that find it busy counts what is in the inbox, and may begin the
 * overload in its stead, of all mailboxes until the mail is filed.
 */
public abstract class Agenda extends Inbox {
    /** A mailbox that means: the first declared one that accepts the message's type. */
    public static final int BY_TYPE = Layout.BY_TYPE;

    /** A part that holds less than this is no burden to its place. */
    static final int BURDEN = 128;

    /** An overloaded part looks whether it still is one after so many messages at most. */
    private static final int SELDOM = 32;

    private static final byte NONE = -1;
    private static final byte MOVING = -2;

    static final short CONSTRUCTED = 1;
    static final short PAUSED = 2;
    static final short MUTED = 4;
    static final short ENDING = 8;
    static final short WITHHELD = 16;

    /** Its turns aren't the workers'. */
    static final short APART = 32;

    /** Constructed by the workers, and to be started under its own policy. */
    static final short HANDOVER = 64;

    /** It has sent to an overloaded part once, and wasn't muted for it. */
    static final short SPARED = 128;

    /** To leave for another place. */
    static final short DEPARTING = 256;

    /** Notices wait. */
    static final short NOTICED = 512;

    /** Some feature wants to be told of what is processed, or something is to be done afterwards. */
    static final short ATTENDED = 1024;

    /** Mail is kept that came before the body. */
    static final short EARLY = 2048;

    /** Its place was told that it holds much. */
    static final short BURDENS = 4096;

    /** It waits for the end of the queued turn on its stack, see {@link org.sojourn.kernel.sched.Context#stranded}. */
    static final short STRANDED = 8192;

    /**
     * The present turn is to be broken off: the part ends, gets its own policy, may leave its place (only that is {@link Leaving}), or is
     * stranded.
     */
    static final short LEAVING = ENDING | HANDOVER | DEPARTING | STRANDED;

    /** What is over when a part gets another body. */
    static final short FORMER = CONSTRUCTED | LEAVING;

    /** What doesn't keep a part from being given up without another look, at itself or at its account. */
    private static final int ORDINARY = CONSTRUCTED | SPARED;

    /** What a part must not be in for a message to go straight into processing, in a turn of its own or on a sender's stack. */
    static final int OWN_TURN = CONSTRUCTED | PAUSED | MUTED | ENDING | NOTICED;

    static final int SENDERS_TURN = OWN_TURN | APART;

    /** What a part that has left has in place of an overload: how much it holds is known elsewhere. Mutes nobody itself. */
    static final Overload ELSEWHERE = new Overload("a part that has left", 0);

    private static final VarHandle OVERLOAD;

    static {
        try {
            OVERLOAD = MethodHandles.lookup().findVarHandle(Agenda.class, "overload", Overload.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /**
     * While this part holds too much. Begun in its turns, or by a sender that finds too much in the inbox, whichever is
     * first; ended in its turns only. Senders read it after they have pushed. {@link #ELSEWHERE} when the part has left.
     */
    volatile @Nullable Overload overload;

    /** What follows is touched in turns only, except that senders read the home for its place and its cost. */
    short flags;

    /** The mailbox of the message that is being processed, or was; {@link #NONE} if it is an answer, {@link #MOVING} in its move. Watchdogs read it from elsewhere. */
    private byte at;

    KindHere home;

    @Nullable
    Object body;

    /** The guards, bit i for mailbox i. */
    long enabled;

    private @Nullable Mailboxes boxes;

    @Nullable
    Life life;

    Agenda(KindHere unborn) {
        this.home = unborn;
    }

    /** Nothing but mail decides what the part does next, and its place knows what it holds. */
    final boolean isOrdinary() {
        return (flags | ORDINARY) == ORDINARY;
    }

    final boolean is(short flag) {
        return (flags & flag) != 0;
    }

    final void set(short flag, boolean on) {
        flags = (short) (on ? flags | flag : flags & ~flag);
    }

    final Life ownLife() {
        Life made = life;
        if (made == null) {
            made = new Life();
            life = made;
        }
        return made;
    }

    // ---- what goes next -----------------------------------------------------------------------------------------

    /** The mailbox for which a message goes straight into processing, as far as guards and notices decide; or -1. */
    final int passes(int mailbox, Object message, int turn) {
        Layout layout = home.layout;
        if ((flags & turn) != CONSTRUCTED || layout == null) {
            return -1;
        }
        int index = layout.taking(mailbox, message);
        at = (byte) index;
        return (enabled & layout.unconstrained() & (1L << index)) != 0 ? index : -1; // -1 is a bit that no mailbox has
    }

    /**
     * Whether a message for a mailbox with a constraint goes straight into processing, as far as guards, notices and the constraint
     * decide. What waits in the mailbox doesn't count: the constraint has refused all of that since the part changed last, or it would
     * have gone. In turns, as the constraint is code of the part.
     */
    final boolean allows(int mailbox, Object message, int turn) {
        Layout layout = home.layout;
        if ((flags & turn) != CONSTRUCTED || layout == null) {
            return false;
        }
        int index = layout.taking(mailbox, message);
        at = (byte) index;
        try {
            return index >= 0 && isEnabled(index) && layout.isAllowed(index, Objects.requireNonNull(body), message);
        } catch (Throwable failure) { // thrown again, and told, when the message is looked at in its mailbox
            return false;
        }
    }

    /** Takes the message that goes next from the mailboxes; null if none may. */
    final @Nullable Mail fromBoxes() {
        Mailboxes filed = boxes;
        Object self = body;
        if (filed == null || self == null || isHalted()) {
            return null;
        }
        try {
            Mail mail = filed.next(self, enabled);
            at = (byte) filed.index();
            if (mail != null && life != null) {
                if (mail.answerTo() instanceof Feature.Own own) {
                    own.taken();
                }
                withdrawn(filed.index(), filed.skipped());
            }
            return mail;
        } catch (Throwable failure) { // a constraint's; it ends this part and harms nothing else
            failForGood(failure, "deciding on a constraint of its mailboxes");
            return null;
        }
    }

    /** Takes the notice that goes next; null if none may, or, unless it {@code isAlone}, mail goes before it. */
    final Notices.@Nullable Notice notice(boolean isAlone) {
        if (!is(NOTICED)) {
            return null;
        }
        Notices notices = ownLife().notices;
        Notices.Notice next = isAlone ? notices.first() : notices.due(enabled, isHalted());
        set(NOTICED, !notices.isEmpty());
        Layout layout = home.layout;
        if (next != null && layout != null) {
            at = (byte) layout.index(next.mailbox()); // whatever that takes: some are translated first
        }
        return next;
    }

    /** What it processes next comes from no mailbox. */
    final void atNone() {
        at = NONE;
    }

    /** Its body prepares to move. */
    final void atMove() {
        at = MOVING;
    }

    final boolean isHalted() {
        return (flags & (PAUSED | MUTED)) != 0;
    }

    // ---- filing -------------------------------------------------------------------------------------------------

    final void file(Mail mail) {
        if (home.kind == null) {
            ownLife().early.add(mail);
            set(EARLY, true);
            crowd(0);
            return;
        }
        Layout layout = home.kind.layout();
        int index = layout.taking(mail.mailbox(), mail.message());
        if (index < 0) {
            took();
            boolean isTold = refuse(mail, DeadLetters.Cause.NO_MAILBOX);
            if (!home.isSystem && !isTold) {
                home.parts
                        .site()
                        .deadLetters()
                        .mistake(
                                mail.message().getClass().getName(),
                                mail.sender(),
                                home + " at " + home.parts.site().self(),
                                layout.refusal(mail.mailbox()));
            }
            return;
        }
        Mailboxes into = boxes;
        if (into == null) {
            into = new Mailboxes(layout, home);
            boxes = into;
        }
        into.add(index, mail);
        crowd(index);
    }

    /** The mailboxes are known: files what came before. */
    final void fileEarly() {
        if (is(EARLY)) {
            Life its = ownLife();
            its.early.forEach(this::file);
            its.early.clear();
            set(EARLY, false);
        }
    }

    /** Takes everything out of the mailboxes, to be filed anew. */
    final void unfile() {
        if (boxes != null) {
            boxes.clear(ownLife().early::add);
            boxes = null;
            set(EARLY, !ownLife().early.isEmpty());
        }
    }

    /** Refuses all that is filed, and what came before there were mailboxes. */
    final void refuseFiled() {
        if (boxes != null) {
            boxes.clear(mail -> refuse(mail, DeadLetters.Cause.EXITED));
        }
        if (is(EARLY)) {
            List<Mail> early = ownLife().early;
            early.forEach(mail -> refuse(mail, DeadLetters.Cause.EXITED));
            early.clear();
            set(EARLY, false);
        }
    }

    /** Puts a message that comes from within, not by the inbox, into its mailbox. In turns only. */
    public final void deposit(Mail mail) {
        arrived();
        file(mail);
    }

    /** Takes a message back that waits in a mailbox. In turns only. */
    public final void withdraw(int index, Mail mail) {
        int position = boxes == null ? -1 : boxes.remove(index, mail);
        if (position >= 0) {
            took();
            withdrawn(index, position);
        }
    }

    private void withdrawn(int index, int position) {
        if (is(NOTICED)) {
            ownLife().notices.withdrawn(index, position);
        }
    }

    /** Has a notice wait until what the mailboxes hold now is processed, as far as they are enabled. In turns only. */
    public final void notice(int mailbox, Object message) {
        ownLife().notices.add(mailbox, message, home.kind == null ? 0 : layout().size(), boxes);
        set(NOTICED, true);
    }

    /** Notices that have come with the part. */
    final void notices(List<Notices.Notice> come) {
        ownLife().notices.addAll(come);
        set(NOTICED, !come.isEmpty());
    }

    /** Shows all mail that is filed, with its mailbox. In turns only. */
    public final void filed(ObjIntConsumer<Mail> each) {
        if (boxes != null) {
            boxes.each(each);
        }
    }

    final boolean holdsFiled() {
        Mailboxes filed = boxes;
        return filed != null && filed.size() > 0;
    }

    /** It lives elsewhere now. A sender that was refused before it could read {@link #ELSEWHERE} isn't held up before its next message. */
    final void forget() {
        body = null;
        boxes = null;
        life = null;
        overload = ELSEWHERE;
    }

    /** Its body has come with it. */
    final void moveIn(Object moved, KindHere kind, long guards) {
        body = moved;
        home = kind;
        set(APART, kind.isApart);
        set(CONSTRUCTED, true);
        enabled = guards;
    }

    /** A piece of mail isn't taken; returns whether a subscriber to dead letters is told of it. */
    abstract boolean refuse(Mail mail, DeadLetters.Cause cause);

    abstract void failForGood(Throwable failure, String doing);

    // ---- mailboxes ----------------------------------------------------------------------------------------------

    /**
     * {@return the mailboxes' layout}
     *
     * @throws IllegalStateException if the body isn't known yet
     */
    public final Layout layout() {
        if (home.kind == null) {
            throw new IllegalStateException(this + " has no mailboxes yet");
        }
        return home.kind.layout();
    }

    /** Opens or closes a guard; binds from the next message on. */
    public final void setEnabled(int index, boolean open) {
        enabled = open ? enabled | (1L << index) : enabled & ~(1L << index);
    }

    /** {@return whether a mailbox is enabled} */
    public final boolean isEnabled(int index) {
        return (enabled & (1L << index)) != 0;
    }

    /** {@return how many messages wait in a mailbox, as of the arrivals that were last looked at} */
    public final int size(int index) {
        return home.isSingle ? waiting() : boxes == null ? 0 : boxes.size(index);
    }

    /** How many messages are filed in a mailbox. Any thread may ask. */
    final int filed(int index) {
        Mailboxes filed = boxes;
        return filed == null ? 0 : filed.size(index);
    }

    /** How many messages have come before there were mailboxes. Any thread may ask. */
    final int early() {
        Life its = life;
        return its == null || home.kind != null ? 0 : its.early.size();
    }

    /** How much mail it has taken and not processed, for other threads. About right while it is in a turn. */
    final int held() {
        return waiting();
    }

    /** Whether mail waits that it hasn't looked at. For other threads. */
    final boolean isMailDue() {
        return hasMail();
    }

    /** {@return the mailbox of the message or notice that is being processed, when that begins; below zero if it is none} In its turn. */
    public final int mailbox() {
        return at;
    }

    /** {@return the name of the mailbox of the message that is being processed; ? if it is none} For other threads, too. */
    public final String mailboxName() {
        Kind known = home.kind;
        int index = at;
        return known == null || index < 0 ? "?" : known.layout().spec(index).name();
    }

    /** {@return the name of the mailbox that a message goes to; ? if there is none} */
    public final String mailboxName(int mailbox, Object message) {
        if (home.kind == null) {
            return "?";
        }
        Layout layout = layout();
        int index = mailbox == BY_TYPE ? layout.taking(mailbox, message) : layout.index(mailbox);
        return index < 0 ? "?" : layout.spec(index).name();
    }

    /** What it processes, as people read it after "in". */
    final String work() {
        if (at < 0) {
            return at == MOVING ? "its move" : "the continuation of a request";
        }
        return "mailbox \"" + mailboxName() + '"';
    }

    // ---- holding too much -------------------------------------------------------------------------------------

    /** {@return the mailbox that a message goes to, as a bit of {@link Overload#crowded}} Any thread may ask. */
    public final long bit(int mailbox, Object message) {
        // Before there is a kind nobody knows the mailbox: whoever is muted then goes on when one is known to be
        // crowded,
        // once.
        Kind kind = home.kind;
        int index = kind == null ? -1 : kind.layout().taking(mailbox, message);
        return index < 0 ? Overload.NONE : 1L << index;
    }

    /** {@return while it holds too much, who is muted for it} Any thread may ask. */
    public final @Nullable Overload overload() {
        return overload;
    }

    /**
     * Looks whether the mailbox that has just got something holds too much now, or the place does. Before there are mailboxes it is
     * what came before them that counts, as if it were in one with the usual bound.
     */
    final void crowd(int index) {
        int waiting = waiting();
        if (waiting < home.fewest) {
            return;
        }
        Overload full = overload;
        if (full == null) {
            account(waiting);
        }
        Kind kind = home.kind;
        if (kind != null && size(index) > kind.layout().bound(index)) {
            if (full != null) {
                full.crowd(1L << index);
            } else {
                begin(new Overload(this, 1L << index));
            }
        } else if (full == null && (kind == null && waiting > home.most || isBurden(waiting))) {
            begin(new Overload(this, Overload.ALL));
        }
    }

    /** Whether so much is too much since the place holds too much. */
    private boolean isBurden(int waiting) {
        return waiting >= BURDEN && home.parts.flow().isPlaceFull();
    }

    /**
     * A sender has counted what waits in the inbox, which the owner, being busy, hasn't seen yet. For which mailbox it is
     * nobody knows before it is filed; until then all count as crowded.
     */
    final @Nullable Overload flooded(Context context) {
        Overload full = overload;
        if (full != null && full.crowded() == Overload.ALL) {
            context.looked(0);
            return null;
        }
        int most = home.most;
        int found = count(most + 1);
        context.looked(found);
        if (found <= most) {
            return null;
        }
        if (full != null) {
            return full.crowd(Overload.ALL) ? full : null;
        }
        full = new Overload(this, Overload.ALL);
        return begin(full) ? full : null;
    }

    final boolean begin(Overload full) {
        // Pairs with itself, between owner and senders: one overload at a time, so that none is forgotten.
        return OVERLOAD.compareAndSet(this, null, full);
    }

    /** A sender has counted a flood, and perhaps wrongly, as links change under the count while the owner takes mail: it is over where little waits. */
    final void floods() {
        if (waiting() < home.fewest && !hasArrived()) {
            relieve();
        }
    }

    /** Tells the place how much it holds, if that is much, or was. */
    final void account(int waiting) {
        if (waiting >= BURDEN || is(BURDENS)) {
            Life its = ownLife();
            home.parts.flow().holds(its.burden(waiting));
            set(BURDENS, waiting > 0);
        }
    }

    /**
     * Which mailboxes are crowded: those beyond the bound, and those that were and are still beyond half of it. Where all
     * counted as crowded, that says nothing about one.
     */
    private long crowded(Overload full) {
        if (isBurden(waiting())) {
            return Overload.ALL;
        }
        if (home.kind == null) {
            return waiting() > home.most >> 1 ? Overload.ALL : 0;
        }
        Layout layout = home.kind.layout();
        long before = full.crowded() == Overload.ALL ? 0 : full.crowded();
        long crowded = 0;
        for (int i = 0; i < layout.size(); i++) {
            if (size(i) > layout.bound(i) >> (before >>> i & 1)) {
                crowded |= 1L << i;
            }
        }
        return crowded;
    }

    /** Whether other mailboxes are crowded now than senders know of. */
    final boolean isRelieving() {
        Overload full = overload;
        return full != null && crowded(full) != full.crowded();
    }

    /**
     * Nobody can be let go before a mailbox is down to half of its bound, and what is worked off until then needs no look at
     * each message. Where all are crowded, as their place is, others work that off as well.
     */
    final void lookLater() {
        Overload full = overload;
        if (full == null || home.kind == null) {
            return;
        }
        Layout layout = home.kind.layout();
        long crowded = full.crowded();
        int least = SELDOM;
        for (int i = 0; i < layout.size() && crowded != Overload.ALL; i++) {
            if ((crowded >>> i & 1) != 0) {
                least = Math.min(least, size(i) - (layout.bound(i) >> 1));
            }
        }
        full.lookAfter(least);
    }

    /** Whether so much waits in the inbox that it could be beyond a bound. To file less would cost more than it tells. */
    final boolean hasArrived() {
        return count(home.fewest) == home.fewest;
    }

    /** Lets the senders of mailboxes go of which half of the bound is worked off, and ends the overload with the last. */
    final void relieve() {
        Overload full = overload;
        if (full != null || waiting() < BURDEN) {
            account(waiting());
        }
        if (full == null) {
            return;
        }
        long crowded = crowded(full);
        if (crowded != 0) {
            full.settle(crowded);
        } else {
            overload = null;
            full.end();
        }
    }

    /** It is gone from here: it holds nothing and mutes nobody any more. */
    final void unburden() {
        if (is(BURDENS)) {
            account(0);
        }
        Overload full = overload;
        if (full != null) {
            full.end();
        }
    }
}
