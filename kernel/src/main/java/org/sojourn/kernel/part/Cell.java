package org.sojourn.kernel.part;

import static java.lang.System.Logger.Level.ERROR;
import static java.lang.System.Logger.Level.WARNING;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.mail.DeadLetters;
import org.sojourn.kernel.mail.Inbox;
import org.sojourn.kernel.mail.Layout;
import org.sojourn.kernel.mail.Mail;
import org.sojourn.kernel.mail.Mailboxes;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.sched.Context;
import org.sojourn.kernel.sched.Task;

/**
 * A part that lives here: the kernel's side of a selector.
 *
 * <p><b>Life.</b>
 *
 * <pre>
 *   expected --claim--&gt; claimed --Create--&gt; constructing --&gt; started --&gt; exited
 * </pre>
 *
 * An <em>expected</em> cell has a name and perhaps mail, but nobody has asked for its creation here yet. Mail is kept in
 * arrival order until the body declares its mailboxes. The constructor, {@code preStart}, every message, every answer
 * and {@code postExit} run in a turn of the cell, one at a time.
 *
 * <p><b>Turns.</b> {@code state} says whether the cell is owned by a policy:
 *
 * <pre>
 *   IDLE --send wins the compare-and-set, submits--&gt; READY --turn--&gt; READY (more to do: submits itself)
 *     ^                                                |
 *     +---------------- nothing it may process --------+
 * </pre>
 *
 * A sender pushes mail first and looks at {@code state} second; the owner writes IDLE first and looks at the inbox
 * second. So one of them submits, and never both: a cell is in at most one queue, and a turn happens-before the next.
 */
public final class Cell extends Inbox implements Task, Target {
    private static final System.Logger LOG = System.getLogger(Cell.class.getName());

    /** A mailbox that means: the first declared one that accepts the message's type. */
    public static final int BY_TYPE = -2;

    /** Messages of one turn; then the others have theirs. */
    private static final int TURN = Bound.TURN_MESSAGES.intValue();

    private static final int IDLE = 0;
    private static final int READY = 1;
    private static final VarHandle STATE;
    private static final VarHandle NAME;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(Cell.class, "state", int.class);
            NAME = MethodHandles.lookup().findVarHandle(Cell.class, "name", Name.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Kernel kernel;
    private final boolean system;

    @SuppressWarnings("UnusedVariable") // written and read through STATE
    private volatile int state = IDLE;

    private volatile @Nullable Name name;

    /** What follows is touched in turns only. */
    private @Nullable Kind kind;

    private @Nullable Object body;
    private @Nullable Mailboxes boxes;
    private boolean isConstructed;
    private boolean paused;
    private boolean isWithheld;
    private @Nullable Exit exit;

    /** What few cells have. */
    private @Nullable Rest rest;

    private static final class Rest {
        /** Mail that came before the body. */
        final List<Mail> early = new ArrayList<>();

        final List<Signal.Watch> watchers = new ArrayList<>();
        final List<DueNotice> notices = new ArrayList<>();

        /** Answers that it waits for. */
        int asked;

        /** What the body wants done when its present message or answer is. */
        final List<Runnable> afterwards = new ArrayList<>();

        /** Whether a creation has claimed an expected cell. Pairs with nothing but itself: it elects one claimant. */
        final AtomicBoolean claimed = new AtomicBoolean();
    }

    /**
     * A notice waits until the enabled mailboxes have given out what they held when it came, so that it is processed
     * after the messages which its subject sent earlier.
     *
     * @param notice the notice
     * @param until per mailbox, how many messages are to be taken first
     */
    private record DueNotice(Signal.Notice notice, long[] until) {
        boolean isDue(Mailboxes boxes) {
            for (int i = 0; i < until.length; i++) {
                if (boxes.isEnabled(i) && boxes.size(i) > 0 && boxes.taken(i) < until[i]) {
                    return false;
                }
            }
            return true;
        }
    }

    Cell(Kernel kernel, @Nullable Name name, boolean system) {
        this.kernel = kernel;
        this.name = name;
        this.system = system;
        if (name != null) {
            rest = new Rest();
        }
    }

    /**
     * Returns the cell in whose turn the current thread is.
     *
     * @return the cell, or null if the thread runs no part
     */
    public static @Nullable Cell current() {
        return Context.current().running() instanceof Cell cell ? cell : null;
    }

    /**
     * Returns the kernel of the place where it lives.
     *
     * @return the kernel
     */
    public Kernel kernel() {
        return kernel;
    }

    // ---- senders ------------------------------------------------------------------------------------------------

    @Override
    public void send(int mailbox, Object message, @Nullable ReplyAddress answerTo) {
        deliver(new Mail(mailbox, kernel.copied(message), answerTo));
    }

    @Override
    public void signal(Signal signal) {
        deliver(new Mail(Mail.SYSTEM, signal, null));
    }

    private void deliver(Mail mail) {
        if (!push(mail)) {
            refuse(mail);
        } else if ((int) STATE.getVolatile(this) == IDLE && STATE.compareAndSet(this, IDLE, READY)) {
            // The volatile read comes after the push; it pairs with the owner's write of IDLE before it looks at the
            // inbox.
            kernel.policy().submit(this);
        }
    }

    private void refuse(Mail mail) {
        if (mail.message() instanceof Signal signal) {
            signal.undeliverable(kernel, this);
        } else {
            kernel.undeliverable(toString(), mail.message(), (ReplyAddress) mail.answerTo(), DeadLetters.Cause.EXITED);
        }
    }

    // ---- turns --------------------------------------------------------------------------------------------------

    @Override
    public void run() {
        Context context = Context.current();
        Task before = context.enter(this);
        boolean more;
        try {
            more = turn();
        } finally {
            context.enter(before);
        }
        if (isClosed()) {
            return;
        }
        if (more) {
            kernel.policy().submit(this);
            return;
        }
        keepAccount();
        STATE.setVolatile(this, IDLE);
        if (hasMail() && STATE.compareAndSet(this, IDLE, READY)) {
            kernel.policy().submit(this);
        }
    }

    /** Returns whether there is more to process. */
    private boolean turn() {
        int done = 0;
        try {
            for (int i = 0; i < TURN; i++) {
                sort();
                if (isClosed()) {
                    return false;
                }
                if (paused || body == null || boxes == null) {
                    tellDueNotices();
                    return false;
                }
                if (!step(body, boxes)) {
                    return false;
                }
                done++;
                if (exit != null) {
                    if (!isClosed()) {
                        close(exit);
                    }
                    return false;
                }
            }
            return true;
        } finally {
            kernel.census().processed(done);
        }
    }

    /** Processes one message; returns false if there is none that may be processed. */
    private boolean step(Object target, Mailboxes from) {
        Mail mail = null;
        try {
            mail = from.next(target);
            Object message;
            if (mail == null) {
                // What still waits is held back by guards and constraints, which a notice passes.
                if (rest == null || rest.notices.isEmpty()) {
                    return false;
                }
                message = rest.notices.remove(0).notice().message;
            } else {
                message = mail.message();
            }
            Objects.requireNonNull(kind).next(target, message);
            if (rest != null) {
                runAfterwards(rest);
                tellDueNotices();
            }
        } catch (Throwable failure) { // whatever a handler throws ends this part and harms nothing else
            String where = mail == null
                    ? "a notice"
                    : "mailbox \"" + from.layout().spec(from.index()).name() + "\", message of "
                            + mail.message().getClass().getName();
            fail(failure, "processing " + where);
        }
        return true;
    }

    /**
     * Puts what has arrived where it belongs; signals are acted on at once. When one of them ends the part, whoever began to
     * watch it in the same batch still counts as a watcher, and the rest is undeliverable.
     */
    private void sort() {
        Mail mail = drain();
        while (mail != null) {
            Mail following = mail.next();
            if (exit != null && !(mail.message() instanceof Signal.Watch)) {
                refuse(mail);
            } else if (mail.message() instanceof Signal signal) {
                act(signal);
            } else if (boxes == null) {
                rest().early.add(mail);
            } else {
                file(boxes, mail);
            }
            mail = following;
        }
        if (exit != null && !isClosed()) {
            close(exit);
        }
    }

    /**
     * Has something done when the present message or answer has been processed. In turns only.
     *
     * @param action short
     */
    public void afterwards(Runnable action) {
        rest().afterwards.add(action);
    }

    private static void runAfterwards(Rest of) {
        while (!of.afterwards.isEmpty()) {
            of.afterwards.remove(of.afterwards.size() - 1).run();
        }
    }

    private void act(Signal signal) {
        try {
            signal.act(this);
            if (rest != null) {
                runAfterwards(rest);
            }
        } catch (Throwable failure) { // see step
            fail(failure, signal instanceof Signal.Create ? "its construction" : "an answer");
        }
    }

    private void file(Mailboxes into, Mail mail) {
        int index = mail.mailbox() == BY_TYPE
                ? into.layout().accepting(mail.message())
                : into.layout().index(mail.mailbox());
        if (index < 0 || !into.layout().spec(index).type().isInstance(mail.message())) {
            kernel.undeliverable(
                    toString(), mail.message(), (ReplyAddress) mail.answerTo(), DeadLetters.Cause.NO_MAILBOX);
        } else {
            into.add(index, mail);
        }
    }

    private void keepAccount() {
        boolean holds = !system && (boxes != null ? boxes.size() > 0 : rest != null && !rest.early.isEmpty());
        if (holds != isWithheld) {
            isWithheld = holds;
            kernel.census().withheld(this, holds);
        }
    }

    // ---- life ---------------------------------------------------------------------------------------------------

    /** Whether this caller is the one whose creation counts. */
    boolean claim() {
        return rest != null && rest.claimed.compareAndSet(false, true);
    }

    /** Whether mail has come for a name whose creation hasn't. */
    boolean isExpected() {
        return rest != null && name != null && !system && !rest.claimed.get() && kind == null;
    }

    void construct(Kinds.Birth birth) throws Exception {
        Object made = birth.make();
        if (made != body || kind == null || boxes == null) {
            throw new IllegalStateException("the factory returned "
                    + (made == null ? "null" : "an object of " + made.getClass().getName() + " that it had made before")
                    + "; it must construct a new selector on each call and return that one");
        }
        isConstructed = true;
        kind.started(made);
        if (rest != null) {
            for (Mail mail : rest.early) {
                file(boxes, mail);
            }
            rest.early.clear();
        }
    }

    /**
     * The body makes itself known, from within its constructor.
     *
     * @param self the body
     * @param its its kind
     * @throws IllegalStateException if this cell has a body already: a constructor was called outside a factory
     */
    public void adopt(Object self, Kind its) {
        if (body != null) {
            throw new IllegalStateException("a selector of " + self.getClass().getName() + " is constructed within "
                    + this + "; selectors are made by create(...), which calls the factory at the right place");
        }
        body = self;
        kind = its;
        boxes = new Mailboxes(its.layout());
        if (!system) {
            kernel.census().created(its.name());
        }
    }

    /** Ends the part after the present message. */
    public void exit() {
        end(Exit.NORMAL);
    }

    void end(Exit reason) {
        if (exit == null) {
            exit = reason;
        }
    }

    /**
     * Ends the part because code of its own has thrown. In its turns only.
     *
     * @param failure what was thrown
     * @param doing what it was doing, for people
     */
    public void fail(Throwable failure, String doing) {
        String sentence = this + " failed in " + doing + ": " + failure;
        LOG.log(ERROR, sentence, failure);
        if (exit == null || exit.cause() != Exit.Cause.FAILED) {
            exit = new Exit(Exit.Cause.FAILED, sentence, failure);
        }
    }

    private void close(Exit reason) {
        if (body != null && kind != null) {
            if (isConstructed) {
                try {
                    kind.exited(body);
                } catch (Throwable failure) { // it exits all the same
                    LOG.log(WARNING, this + " failed in postExit", failure);
                }
            }
            if (!system) {
                kernel.census().exited(kind.name());
            }
        }
        for (Mail mail = close(); mail != null; ) {
            Mail following = mail.next();
            if (mail.message() instanceof Signal.Watch watch) {
                watchedBy(watch);
            } else {
                refuse(mail);
            }
            mail = following;
        }
        if (reason.cause() == Exit.Cause.FAILED && (rest == null || rest.watchers.isEmpty())) {
            kernel.census().unhandled(reason.detail());
        }
        if (boxes != null) {
            boxes.clear(this::refuse);
        }
        if (rest != null) {
            rest.early.forEach(this::refuse);
            rest.early.clear();
            rest.watchers.forEach(watch -> kernel.watches().tell(watch, this, reason));
            rest.watchers.clear();
        }
        keepAccount();
        kernel.exited(this);
    }

    /** It has asked somebody, in its turn. */
    void asked() {
        rest().asked++;
    }

    /** One of its requests has ended, in its turn. */
    void answered() {
        rest().asked--;
    }

    boolean waitsForAnswers() {
        return rest != null && rest.asked > 0;
    }

    // ---- what signals do ------------------------------------------------------------------------------------------

    void watchedBy(Signal.Watch watch) {
        rest().watchers.add(watch);
    }

    void notice(Signal.Notice notice) {
        long[] until = new long[boxes == null ? 0 : boxes.layout().size()];
        for (int i = 0; i < until.length; i++) {
            until[i] = boxes == null ? 0 : boxes.taken(i) + boxes.size(i);
        }
        rest().notices.add(new DueNotice(notice, until));
    }

    private Signal.@Nullable Notice dueNotice(Mailboxes from) {
        if (rest == null
                || rest.notices.isEmpty()
                || (!paused && !rest.notices.get(0).isDue(from))) {
            return null;
        }
        return rest.notices.remove(0).notice();
    }

    /** Notices reach a part whatever its guards and pause. */
    private void tellDueNotices() {
        if (body == null || boxes == null || kind == null) {
            return;
        }
        for (Signal.Notice due = dueNotice(boxes); due != null && exit == null; due = dueNotice(boxes)) {
            try {
                kind.next(body, due.message);
            } catch (Throwable failure) { // see step
                fail(failure, "processing a notice");
            }
        }
        if (exit != null && !isClosed()) {
            close(exit);
        }
    }

    /**
     * Pauses or resumes: a paused part collects mail and processes none.
     *
     * @param pause whether to pause
     */
    public void paused(boolean pause) {
        paused = pause;
    }

    private Rest rest() {
        Rest made = rest;
        if (made == null) {
            made = new Rest();
            rest = made;
        }
        return made;
    }

    // ---- what its body asks ---------------------------------------------------------------------------------------

    /**
     * Returns the mailboxes. In turns only.
     *
     * @return the mailboxes
     * @throws IllegalStateException if the body isn't known yet
     */
    public Mailboxes mailboxes() {
        if (boxes == null) {
            throw new IllegalStateException(this + " has no mailboxes yet");
        }
        return boxes;
    }

    // ---- names ----------------------------------------------------------------------------------------------------

    @Override
    public Name name() {
        Name known = name;
        if (known == null) {
            Name minted = kernel.names().mint();
            known = NAME.compareAndSet(this, null, minted) ? minted : Objects.requireNonNull(name);
        }
        return known;
    }

    @Nullable
    Name knownName() {
        return name;
    }

    @Override
    public Name export() {
        Name known = name();
        if (!isClosed()) {
            kernel.names().settle(known, n -> this);
        }
        if (isClosed()) {
            // It has exited in between; the entry must not hold it. kernel.exited does the same from the other side.
            kernel.names().exit(known);
        }
        return known;
    }

    @Override
    public Member location() {
        return kernel.self();
    }

    @Override
    public Cell cell() {
        return this;
    }

    /**
     * Returns the exit, if it has exited or is about to.
     *
     * @return why, or null
     */
    public @Nullable Exit exitReason() {
        return exit;
    }

    /**
     * Says what keeps its mail from being processed. Exact while the place is passive.
     *
     * @return a sentence
     */
    public String describeWithheld() {
        if (boxes == null) {
            int waiting = rest == null ? 0 : rest.early.size();
            return this + " was never created; " + waiting + " messages wait for it";
        }
        StringBuilder text = new StringBuilder(toString());
        String separator = " holds ";
        Layout layout = boxes.layout();
        for (int i = 0; i < layout.size(); i++) {
            if (boxes.size(i) > 0) {
                text.append(separator)
                        .append(boxes.size(i))
                        .append(" in mailbox \"")
                        .append(layout.spec(i).name())
                        .append('"');
                text.append(
                        paused ? " (paused)" : boxes.isEnabled(i) ? " (not allowed by its constraint)" : " (disabled)");
                separator = ", ";
            }
        }
        return text.toString();
    }

    /** Returns kind, name and place, as {@code BoundedBuffer p0/17}. */
    @Override
    public String toString() {
        Kind known = kind;
        Name named = name;
        return (known == null ? "a selector" : known.name()) + (named == null ? " at " + kernel.self() : " " + named);
    }
}
