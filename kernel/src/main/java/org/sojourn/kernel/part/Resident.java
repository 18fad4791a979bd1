package org.sojourn.kernel.part;

import static java.lang.System.Logger.Level.ERROR;
import static java.lang.System.Logger.Level.WARNING;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.mail.DeadLetters;
import org.sojourn.kernel.mail.Inbox;
import org.sojourn.kernel.mail.Layout;
import org.sojourn.kernel.mail.Mail;
import org.sojourn.kernel.mail.Mailboxes;
import org.sojourn.kernel.mail.Mistakes;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.port.Words;
import org.sojourn.kernel.sched.Context;
import org.sojourn.kernel.sched.Overload;

/**
 * What a part that lives here is known by and holds: its name, its kind, its mailboxes with their guards, and whether it
 * holds too much. {@link Cell} is the part at work.
 */
public abstract sealed class Resident extends Inbox implements Target permits Movable {
    private static final System.Logger LOG = System.getLogger(Cell.class.getName());

    /** A mailbox that means: the first declared one that accepts the message's type. */
    public static final int BY_TYPE = Layout.BY_TYPE;

    /** A part that holds less than this is no burden to its place. */
    static final int BURDEN = 128;

    /** An overloaded part looks whether it still is one after so many messages at most. */
    private static final int SELDOM = 32;

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

    /** The present turn is to be left. */
    static final short LEAVING = ENDING | HANDOVER | DEPARTING;

    /** What is over when a part gets another body. */
    static final short FORMER = CONSTRUCTED | LEAVING;

    /** What a part must not be in for a message to go straight into processing, in a turn of its own or on a sender's stack. */
    static final int OWN_TURN = CONSTRUCTED | PAUSED | MUTED | ENDING;

    static final int SENDERS_TURN = OWN_TURN | APART;

    /** What a part that has left has in place of an overload: how much it holds is known elsewhere. Mutes nobody itself. */
    static final Overload ELSEWHERE = new Overload("a part that has left", 0);

    private static final VarHandle NAME;
    private static final VarHandle OVERLOAD;

    static {
        try {
            NAME = MethodHandles.lookup().findVarHandle(Resident.class, "name", Name.class);
            OVERLOAD = MethodHandles.lookup().findVarHandle(Resident.class, "overload", Overload.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile @Nullable Name name;

    /**
     * While this part holds too much. Begun in its turns, or by a sender that finds too much in the inbox, whichever is
     * first; ended in its turns only. Senders read it after they have pushed. {@link #ELSEWHERE} when the part has left.
     */
    volatile @Nullable Overload overload;

    /** What follows is touched in turns only, except that senders read the home for its kernel and its cost. */
    private short flags;

    /** The mailbox of the message that is being processed, or was; -1 if it is an answer. Watchers read it from elsewhere. */
    private byte at;

    KindHere home;

    @Nullable
    Object body;

    /** The guards, bit i for mailbox i. */
    long enabled;

    private @Nullable Mailboxes boxes;

    @Nullable
    Rest rest;

    Resident(KindHere unborn, @Nullable Name name) {
        this.home = unborn;
        this.name = name;
        if (name != null) {
            rest = new Rest();
        }
    }

    /**
     * Returns the kernel of the place where it lives.
     *
     * @return the kernel
     */
    public final Kernel kernel() {
        return home.kernel;
    }

    @Override
    public final boolean wouldHold(int mailbox, Object message) {
        Overload full = overload;
        if (full == ELSEWHERE) {
            return home.kernel.elsewhere(name()).wouldHold(mailbox, message);
        }
        return full != null && full.mutes(bit(mailbox, message));
    }

    final boolean is(short flag) {
        return (flags & flag) != 0;
    }

    final void set(short flag, boolean on) {
        flags = (short) (on ? flags | flag : flags & ~flag);
    }

    final Rest rest() {
        Rest made = rest;
        if (made == null) {
            made = new Rest();
            rest = made;
        }
        return made;
    }

    // ---- mail -------------------------------------------------------------------------------------------------

    /** The mailbox for which a message goes straight into processing, as far as guards and notices decide; or -1. */
    final int passes(int mailbox, Object message, int turn) {
        if (home.kind == null || (flags & turn) != CONSTRUCTED || rest != null && rest.holdsNotices()) {
            return -1;
        }
        Layout layout = home.kind.layout();
        int index = layout.taking(mailbox, message);
        at = (byte) index;
        return index >= 0 && (enabled & layout.unconstrained() & (1L << index)) != 0 ? index : -1;
    }

    final void file(Mail mail) {
        if (home.kind == null) {
            rest().early.add(mail);
            crowd(0);
            return;
        }
        Layout layout = home.kind.layout();
        int index = layout.taking(mail.mailbox(), mail.message());
        if (index < 0) {
            took();
            boolean isTold = refuse(mail, DeadLetters.Cause.NO_MAILBOX);
            if (!home.isSystem && !isTold) {
                home.kernel
                        .deadLetters()
                        .mistakes()
                        .add(new Mistakes.Sort(
                                mail.message().getClass().getName(),
                                mail.sender(),
                                kindName() + " at " + home.kernel.self(),
                                layout.refusal(mail.mailbox())));
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

    /** Puts a message that comes from within, not by the inbox, into its mailbox. In turns only. */
    final void deposit(Mail mail) {
        arrived();
        file(mail);
    }

    /** Takes a message back that waits in a mailbox. In turns only. */
    final void withdraw(int index, Mail mail) {
        int position = boxes == null ? -1 : boxes.remove(index, mail);
        if (position >= 0) {
            took();
            rest().withdrawn(index, position);
        }
    }

    final @Nullable Mail fromBoxes() {
        Mailboxes filed = boxes;
        Object self = body;
        if (filed == null || self == null || isHalted()) {
            return null;
        }
        try {
            Mail mail = filed.next(self, enabled);
            at = (byte) filed.index();
            if (mail != null && rest != null) {
                rest.taken(filed.index(), filed.skipped(), mail);
            }
            return mail;
        } catch (Throwable failure) { // a constraint's; it ends this part and harms nothing else
            failForGood(failure, "deciding on a constraint of its mailboxes");
            return null;
        }
    }

    /** What it processes next comes from no mailbox. */
    final void atNone() {
        at = -1;
    }

    final void atMove() {
        at = MOVING;
    }

    final boolean isHalted() {
        return (flags & (PAUSED | MUTED)) != 0;
    }

    final boolean holdsFiled() {
        return boxes != null && boxes.size() > 0;
    }

    final @Nullable Mailboxes boxes() {
        return boxes;
    }

    /** It lives elsewhere now. */
    final void forget() {
        body = null;
        boxes = null;
        rest = null;
        overload = null;
    }

    /** The kind of a part that has a body. */
    final Kind kind() {
        return Objects.requireNonNull(home.kind);
    }

    final Object requireBody() {
        return Objects.requireNonNull(body);
    }

    /** Takes everything out of the mailboxes, to be filed anew. */
    final void refile(List<Mail> into) {
        if (boxes != null) {
            boxes.clear(into::add);
            boxes = null;
        }
    }

    final void refuseFiled() {
        if (boxes != null) {
            boxes.clear(this::refuse);
        }
    }

    final void refuse(Mail mail) {
        refuse(mail, DeadLetters.Cause.EXITED);
    }

    /** Returns whether a subscriber is told of it. */
    private boolean refuse(Mail mail, DeadLetters.Cause cause) {
        if (mail.message() instanceof Signal signal) {
            signal.undeliverable(home.kernel, this);
        } else if (mail.answerTo() instanceof Ticker ticker) {
            ticker.taken(); // a timer ends with its part, and so does its message
        } else {
            return home.kernel.undeliverable(toString(), mail.message(), (ReplyAddress) mail.answerTo(), cause);
        }
        return false;
    }

    /**
     * Ends the part because code of its own has thrown. In its turns only.
     *
     * @param failure what was thrown
     * @param doing what it was doing, for people
     * @return a sentence that says so
     */
    public final String fail(Throwable failure, String doing) {
        String sentence = this + " failed in " + doing + ": " + Words.of(failure);
        Exit known = rest().exit;
        if (known == null || known.cause() != Exit.Cause.FAILED) {
            rest().isOver |= is(ENDING);
            set(ENDING, true);
            rest().exit = new Exit(Exit.Cause.FAILED, sentence, failure);
        }
        LOG.log(ERROR, sentence, Words.printable(failure));
        return sentence;
    }

    /** Its postExit has thrown: it goes all the same. */
    final void exitedBadly(Throwable failure) {
        LOG.log(WARNING, this + " failed in postExit", Words.printable(failure));
    }

    /** As {@link #fail}, where to go on with the same body would fail again. */
    final void failForGood(Throwable failure, String doing) {
        fail(failure, doing);
        rest().isStuck = true;
    }

    /** The mailbox of the message that is being processed. */
    final String mailboxAt() {
        Kind known = home.kind;
        int index = at;
        return known == null || index < 0 ? "?" : known.layout().spec(index).name();
    }

    final String mailboxName(int mailbox, Object message) {
        if (home.kind == null) {
            return "?";
        }
        Layout layout = layout();
        int index = mailbox == BY_TYPE ? layout.taking(mailbox, message) : layout.index(mailbox);
        return index < 0 ? "?" : layout.spec(index).name();
    }

    /**
     * Returns the mailboxes' layout.
     *
     * @return the layout
     * @throws IllegalStateException if the body isn't known yet
     */
    public final Layout layout() {
        if (home.kind == null) {
            throw new IllegalStateException(this + " has no mailboxes yet");
        }
        return home.kind.layout();
    }

    /**
     * Opens or closes a guard; binds from the next message on.
     *
     * @param index the mailbox
     * @param open whether it is enabled
     */
    public final void setEnabled(int index, boolean open) {
        enabled = open ? enabled | (1L << index) : enabled & ~(1L << index);
    }

    /**
     * Returns whether a mailbox is enabled.
     *
     * @param index the mailbox
     * @return whether its guard is open
     */
    public final boolean isEnabled(int index) {
        return (enabled & (1L << index)) != 0;
    }

    /**
     * Returns how many messages wait in a mailbox.
     *
     * @param index the mailbox
     * @return its size, as of the arrivals that were last looked at
     */
    public final int size(int index) {
        return home.isSingle ? waiting() : boxes == null ? 0 : boxes.size(index);
    }

    // ---- its life -----------------------------------------------------------------------------------------------

    /** Whether it is the runtime's own. */
    final boolean isSystem() {
        return home.isSystem;
    }

    /**
     * Returns whether it is the runtime's own, and not the program's.
     *
     * @return true for those that are created under well-known names
     */
    public final boolean isOfRuntime() {
        return isSystem();
    }

    /**
     * Returns which of its lives a part is in. In its turns.
     *
     * @return the first, or one after so many restarts
     */
    public final int life() {
        return rest == null ? Rest.FIRST_LIFE : rest.life;
    }

    /** It has asked somebody, in its turn. */
    final void asked(Pending pending) {
        rest().questions().add(pending);
        home.kernel.observation().asked(this);
    }

    /** One of its requests has ended, in its turn; false if it was over already, or is a former life's. */
    final boolean concluded(Pending pending) {
        Rest its = rest();
        if (!its.questions().remove(pending)) {
            return false;
        }
        home.kernel.requests().close(pending);
        its.hasProcessed = true;
        return true;
    }

    final boolean waitsForAnswers() {
        return rest != null && rest.questions != null && !rest.questions.isEmpty();
    }

    final void end(Exit reason) {
        if (!is(ENDING)) {
            set(ENDING, true);
            if (reason != Exit.NORMAL) {
                rest().exit = reason;
            }
        }
    }

    // ---- holding too much -------------------------------------------------------------------------------------

    /** The mailbox that a message goes to, as a bit of {@link Overload#crowded}. Any thread may ask. */
    final long bit(int mailbox, Object message) {
        // Before there is a kind nobody knows the mailbox: who is muted then goes on when one is known to be crowded,
        // once.
        Kind kind = home.kind;
        int index = kind == null ? -1 : kind.layout().taking(mailbox, message);
        return index < 0 ? Overload.NONE : 1L << index;
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
                begin(new Overload((Cell) this, 1L << index));
            }
        } else if (full == null && (kind == null && waiting > home.most || isBurden(waiting))) {
            begin(new Overload((Cell) this, Overload.ALL));
        }
    }

    /** Whether so much is too much since the place holds too much. */
    private boolean isBurden(int waiting) {
        return waiting >= BURDEN && home.kernel.muting().isPlaceFull();
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
        full = new Overload((Cell) this, Overload.ALL);
        return begin(full) ? full : null;
    }

    private boolean begin(Overload full) {
        // Pairs with itself, between owner and senders: one overload at a time, so that none is forgotten.
        return OVERLOAD.compareAndSet(this, null, full);
    }

    final void account(int waiting) {
        if (waiting >= BURDEN || rest != null && rest.burden > 0) {
            home.kernel.muting().holds(rest().burden(waiting));
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

    /**
     * It has sent to an overloaded part, in its turn: it takes no further message after the present one. The first time it is spared:
     * most of the many that are created to send one message never take another, and to mute each of them, and to let it go on,
     * costs more than all else that they do. One message more for each sender leaves a bound a bound.
     */
    final void mute(Overload full, long sentTo) {
        if (!is(SPARED)) {
            set(SPARED, true);
            return;
        }
        if (overload == null
                && !is(MUTED)
                && !is(ENDING)
                && home.kernel.muting().mute((Cell) this, full, sentTo)) {
            set(MUTED, true);
            rest().mutedBy = full.receiver();
        }
    }

    /** Who has muted it. For other threads, while the place is idle. */
    @Nullable
    final Object mutedBy() {
        Rest its = rest;
        return its == null ? null : its.mutedBy;
    }

    final void unmuted() {
        home.kernel.muting().unmuted();
        set(MUTED, false);
        rest().mutedBy = null;
    }

    // ---- names ------------------------------------------------------------------------------------------------

    @Override
    public final Name name() {
        Name known = name;
        if (known == null) {
            Name minted = home.kernel.names().mint();
            known = NAME.compareAndSet(this, null, minted) ? minted : Objects.requireNonNull(name);
        }
        return known;
    }

    /** Gives it a name that was minted with others; before any other thread knows of it. */
    final void name(Name minted) {
        name = minted;
    }

    @Nullable
    final Name knownName() {
        return name;
    }

    /**
     * Says what keeps its mail from being processed. Exact while the place is passive.
     *
     * @return a sentence
     */
    public final String describeWithheld() {
        Mailboxes filed = boxes;
        if (home.kind == null || filed == null) {
            int waiting = rest == null ? 0 : rest.early.size();
            return this + " was never created; " + waiting + " messages wait for it";
        }
        StringBuilder text = new StringBuilder(toString());
        String separator = " holds ";
        Layout layout = home.kind.layout();
        for (int i = 0; i < layout.size(); i++) {
            if (filed.size(i) > 0) {
                text.append(separator)
                        .append(filed.size(i))
                        .append(" in mailbox \"")
                        .append(layout.spec(i).name())
                        .append('"');
                text.append(
                        is(PAUSED)
                                ? " (paused)"
                                : is(MUTED)
                                        ? " (muted)"
                                        : isEnabled(i) ? " (not allowed by its constraint)" : " (disabled)");
                separator = ", ";
            }
        }
        return text.toString();
    }

    /** How much mail it has taken and not processed, for other threads. About right while it is in a turn. */
    final int held() {
        return waiting();
    }

    /** Says how much mail it holds, for other threads; empty if it holds none. About right while it is in a turn. */
    final String describeMail() {
        Mailboxes filed = boxes;
        Kind known = home.kind;
        int early = rest == null || known != null ? 0 : rest.early.size();
        int waiting = Math.max(waiting(), early);
        boolean hasMail = hasMail();
        if (waiting == 0 && !hasMail) {
            return "";
        }
        StringBuilder text = new StringBuilder(toString()).append(": ").append(waiting);
        text.append(hasMail ? " messages and what has just arrived" : " messages");
        for (int i = 0; known != null && filed != null && i < known.layout().size(); i++) {
            int size = filed.size(i);
            if (size > 0 || !isEnabled(i)) {
                text.append(", ")
                        .append(size)
                        .append(" in \"")
                        .append(known.layout().spec(i).name());
                text.append(isEnabled(i) ? "\"" : "\" (disabled)");
            }
        }
        return text.append(is(PAUSED) ? "; paused" : "")
                .append(is(MUTED) ? "; muted" : "")
                .toString();
    }

    /** Returns the name of its kind as people see it; that of nothing in particular while it has no body. */
    public final String kindName() {
        Kind known = home.kind;
        return known == null ? "a selector" : known.name();
    }

    /** Returns the name of the kind that it has, or will have if it becomes what others of the same origin did; null if nobody can know. */
    public final @Nullable String kindToBe() {
        KindHere here = home;
        KindHere usual = here.usual;
        Kind known = here.kind != null ? here.kind : usual == null ? null : usual.kind;
        return known == null ? null : known.name();
    }

    /**
     * Names a part that waits to be run. For other threads.
     *
     * @return which, and whether it waits to be constructed
     */
    public final String describeWaiting() {
        KindHere here = home;
        if (here.kind != null) {
            return toString();
        }
        String kind = kindToBe();
        Object origin = here.origin;
        String made = origin instanceof Class<?> type ? type.getName() : origin == null ? "" : Words.of(origin);
        int lambda = made.indexOf("$$Lambda");
        Name named = name;
        return (kind == null ? "a selector" : kind)
                + (named == null ? " at " + here.kernel.self() : " " + named)
                + (kind == null && origin != null
                        ? ", which " + (lambda < 0 ? made : made.substring(0, lambda)) + " is to construct"
                        : ", which isn't constructed yet");
    }

    /**
     * Returns whether somebody has chosen who runs it.
     *
     * @return false for a policy that may be {@linkplain Kernel#correct corrected}
     */
    public final boolean isPolicyChosen() {
        return home.isChosen;
    }

    /**
     * Returns who runs it.
     *
     * @return the policy's name
     */
    public final String policyName() {
        return home.policy.name();
    }

    /**
     * Returns what it is processing from. For other threads, as {@link #describeWork}.
     *
     * @return the mailbox's name, or ? if it is none
     */
    public final String mailboxName() {
        return mailboxAt();
    }

    /**
     * Names the part and what it is doing. For other threads, while it is in a turn: right if it has been at it for long.
     *
     * @return who, and the mailbox of the message that is being processed
     */
    public final String describeWork() {
        Kind known = home.kind;
        if (known == null || !is(CONSTRUCTED)) {
            return this + " in its construction";
        }
        if (at < 0) {
            return this + (at == MOVING ? " in its move" : " in the continuation of a request");
        }
        return this + " in mailbox \"" + mailboxAt() + '"';
    }

    /** Returns kind, name and place, as {@code BoundedBuffer p0/17}. */
    @Override
    public String toString() {
        Name named = name;
        return kindName() + (named == null ? " at " + home.kernel.self() : " " + named);
    }
}
