package org.sojourn.kernel.part;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.mail.Mail;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.sched.Context;
import org.sojourn.kernel.sched.Cost;
import org.sojourn.kernel.sched.Overload;
import org.sojourn.kernel.sched.Policy;
import org.sojourn.kernel.sched.Quantum;
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
 * <p><b>Turns.</b> A cell is idle, or owned by one thread or one queue (see {@link org.sojourn.kernel.mail.Inbox}):
 *
 * <pre>
 *   idle --a push finds it idle, submits--&gt; owned --turn--&gt; owned (more to do: submits itself)
 *     ^                                       |
 *     +-------- nothing it may process -------+
 * </pre>
 *
 * So a cell is in at most one queue, and a turn happens-before the next.
 *
 * <p>A sender that is itself in a turn may become the owner for another purpose: to process its message at once, on its own
 * stack ({@link Context}). It may do so only if nothing that waits would be overtaken: the
 * message's mailbox is enabled, unconstrained and empty, and no notice waits.
 *
 * <p><b>Mail</b> goes from the inbox to the <em>batch</em>, in order of arrival, and from there either straight into
 * processing, if it would be next anyhow, or into its mailbox.
 *
 * <p><b>Muting.</b> A cell with a mailbox that holds more than its bound is overloaded. Whoever sends to that mailbox from a
 * turn is muted after the message that it is processing: it takes no further mail, only answers and notices, until the
 * mailbox has been worked off. An overloaded cell is never muted itself. (The back-pressure of the Pony runtime.) What a
 * cell holds it learns when it takes its mail, which may be long after; so one in so many senders that find it busy counts
 * what is in the inbox, and may begin the overload in its stead, of all mailboxes until the mail is filed.
 */
public final class Cell extends Movable implements Task {
    /** Messages of one turn; then the others have theirs. */
    private static final int TURN = Bound.TURN_MESSAGES.intValue();

    /** The most messages of a turn that may go on for a while. */
    private static final int MOST = TURN * TURN;

    /** Messages that an inline turn goes on with, once the sender's is processed. */
    private static final int INLINE_TURN = 8;

    static final String CONSTRUCTION = "its construction";

    /** Set after a signal was pushed: what was drained before is filed then, so that the signal needn't wait behind it. */
    private volatile boolean isSignalled;

    /** Drained, oldest first, and neither processed nor filed yet. */
    private @Nullable Mail batch;

    Cell(KindHere unborn, @Nullable Name name) {
        super(unborn, name);
    }

    /**
     * Returns the cell in whose turn the current thread is.
     *
     * @return the cell, or null if the thread runs no part
     */
    public static @Nullable Cell current() {
        return Context.current().running() instanceof Cell cell ? cell : null;
    }

    // ---- senders ------------------------------------------------------------------------------------------------

    @Override
    public void send(int mailbox, Object message, @Nullable ReplyAddress answerTo) {
        Passage through = home.kernel.passage();
        Object sent = Passage.passed(through, this, mailbox, message);
        Context context = Context.current();
        if (context.mayInline() && home.cost.isShort() && own()) {
            inline(context, mailbox, sent, answerTo, null);
            return;
        }
        deliver(context, Passage.mail(through, this, mailbox, sent, answerTo).from(sender(context)));
        heldIfFull(context, mailbox, sent);
    }

    /**
     * Leaves a message from anywhere, whatever the caller is in the midst of: the part never runs on this stack, nobody is
     * muted and nobody waits. So nothing bounds what is left, but the caller.
     *
     * @param message goes to the first mailbox that accepts it
     */
    public void post(Object message) {
        Context context = Context.current();
        if (enqueue(context, new Mail(BY_TYPE, message, null))) {
            context.submit(home.queue, this);
        }
    }

    /** The sender has pushed mail to an overloaded part, or sent it to one that has left. */
    private void held(Context context, Overload full, int mailbox, Object message) {
        if (full == ELSEWHERE) {
            home.kernel.credits().sent(home.kernel.names().locate(name(), home.kernel.self()), mailbox, message);
            return;
        }
        long sentTo = bit(mailbox, message);
        Task sender = context.running();
        if (sender == this || !full.mutes(sentTo)) {
            return;
        }
        if (sender == null) {
            home.kernel.muting().block(full, sentTo);
        } else if (sender instanceof Cell cell) {
            cell.mute(full, sentTo);
        }
    }

    @Override
    public void signal(Signal signal) {
        deliver(Context.current(), new Mail(Mail.SYSTEM, signal, null));
        isSignalled = true;
    }

    /** Leaves a message that has come for a part which doesn't run yet. */
    void leave(Mail mail) {
        deliver(Context.current(), mail);
    }

    private void deliver(Context context, Mail mail) {
        if (enqueue(context, mail)) {
            context.submit(mail.mailbox() == Mail.SYSTEM ? home.queue : home.policy, this);
        }
    }

    /** Takes mail; returns whether this part was idle: the caller is its owner now and must have it run. */
    private boolean enqueue(Context context, Mail mail) {
        if (batch(context, mail)) {
            return false;
        }
        Pushed found = push(mail);
        if (found == Pushed.OWNED) {
            return true;
        }
        // Where it was queued, whoever owns the part looks again before giving it up.
        if (found == Pushed.REFUSED) {
            refused(mail);
        } else if (context.isLookDue()) {
            look(context);
        }
        return false;
    }

    /** The owner may be busy for long; a sender counts what has arrived meanwhile. */
    private void look(Context context) {
        Overload full = flooded(context);
        if (full != null) {
            signal(new Signal.Flooded(full));
        }
    }

    /** Sends a message that others get as well, from whose turn this is if nobody is named; those that need not run at once are collected. */
    void sendAmongMany(Context context, int mailbox, Object message, Quantum quantum, @Nullable Object from) {
        Passage through = home.kernel.passage();
        Object sent = Passage.passed(through, this, mailbox, message);
        if (context.mayInline() && home.cost.isShort() && own()) {
            inline(context, mailbox, sent, null, from);
        } else if (enqueue(
                context,
                Passage.mail(through, this, mailbox, sent, null).from(from == null ? sender(context) : from))) {
            collect(context, quantum, home.policy);
        }
    }

    /** Creates a part that others may know already, as one of many. */
    void createAmongMany(Context context, Kinds.Birth birth, Quantum quantum) {
        if (context.mayInline() && home.cost.isShort() && own()) {
            bear(context, birth);
            return;
        }
        boolean isOwner = enqueue(context, new Mail(Mail.SYSTEM, Signal.Create.of(home.kernel, birth, null), null));
        isSignalled = true;
        if (isOwner) {
            collect(context, quantum, home.queue);
        }
    }

    /** Runs this part, which the caller owns, after others of its like if they are all short and the workers'. */
    private void collect(Context context, Quantum quantum, Policy policy) {
        if (policy == home.kernel.policy() && home.cost.isShort()) {
            quantum.add(this);
        } else {
            context.submit(policy, this);
        }
    }

    /** The sender has pushed mail; does the mailbox hold too much? */
    void heldIfFull(Context context, int mailbox, Object message) {
        Overload full = overload;
        if (full != null) {
            held(context, full, mailbox, message);
        }
    }

    /**
     * A part that waits on this stack until the sender comes back to it is owned by this very thread: what it is sent need
     * not pass through the inbox, if nothing waits there or in the batch that would be overtaken.
     */
    private boolean batch(Context context, Mail mail) {
        if (!context.isSender(this) || batch != null || !keep(mail)) {
            return false;
        }
        batch = mail;
        return true;
    }

    /** Creates the part on the creator's stack if that is known to be short, and otherwise in a turn of its own. */
    void create(Kinds.Birth birth) {
        Context context = Context.current();
        if (!context.mayInline() || !home.cost.isShort()) {
            signal(Signal.Create.of(home.kernel, birth, null));
            return;
        }
        ownNew();
        bear(context, birth);
    }

    /** Constructs the part, which the caller owns, on this stack. */
    private void bear(Context context, Kinds.Birth birth) {
        boolean isSenders = Interrupts.setAside();
        context.enter(this);
        try {
            construct(birth);
        } catch (Throwable failure) { // see process
            failForGood(failure, CONSTRUCTION);
        }
        try {
            afterInline(context);
        } finally {
            context.leave();
            Interrupts.giveBack(isSenders, this);
        }
    }

    /** A sender has won this idle cell, to process its message on its own stack if nothing would be overtaken. */
    private void inline(
            Context context, int mailbox, Object message, @Nullable ReplyAddress answerTo, @Nullable Object from) {
        // A sender may have judged by what it knew of the part before it had a policy of its own.
        if (hasMail() || passes(mailbox, message, SENDERS_TURN) < 0) {
            push(Passage.mail(home.kernel.passage(), this, mailbox, message, answerTo)
                    .from(from == null ? sender(context) : from));
            context.submit(home.policy, this);
            return;
        }
        KindHere known = home;
        boolean isMeasured = context.isMeasured();
        boolean isTimed = context.isSample(isMeasured) || isMeasured;
        boolean isSenders = Interrupts.setAside();
        context.enter(this);
        Context.Stopwatch watch = isTimed ? context.measure(known.kernel.clock()) : null;
        try {
            process(context, mailbox, message, answerTo);
            afterInline(context);
        } finally {
            context.leave();
            Interrupts.giveBack(isSenders, this);
        }
        if (watch != null) {
            watch.stop(isMeasured ? known.cost : null);
        }
    }

    /** A little more, if there is more, and then the cell is given up. */
    private void afterInline(Context context) {
        if (is(LEAVING)) {
            release(leave(context));
        } else {
            boolean more = batch != null || hasMail() || holdsFiled();
            release(more && turn(context, INLINE_TURN));
        }
    }

    /**
     * Estimates how much waits for the part. By its owner only.
     *
     * @return turns that it will take, 1 at least, as far as is known before its mail has been looked at
     */
    public int turnsDue() {
        int mail = waiting() + count(TURN * TURN);
        return home.cost.isBrief() ? 1 + mail / TURN : Math.max(1, mail);
    }

    // ---- leaving before its construction ----------------------------------------------------------------------------

    @Override
    Signal.@Nullable Create creation() {
        if (batch == null) {
            batch = drain();
        }
        return batch != null && batch.message() instanceof Signal.Create first && first.couldTravel() ? first : null;
    }

    @Override
    Signal.Create withoutCreation() {
        Mail first = Objects.requireNonNull(batch);
        batch = first.next();
        return (Signal.Create) first.message();
    }

    // ---- turns --------------------------------------------------------------------------------------------------

    @Override
    public void run() {
        KindHere known = home;
        KindHere heir = known.heir;
        if (heir != null) {
            follow(heir);
            return;
        }
        Context context = Context.current();
        Kernel kernel = known.kernel;
        boolean isMeasured = known.kind != null && known.cost.isDue();
        boolean isBrief = known.cost.isBrief();
        context.begin(this, kernel.inlineDepth(), kernel.clock(), isBrief);
        Context.Stopwatch watch = isMeasured ? context.measure(kernel.clock()) : null;
        // Where a message takes long, going round costs nothing beside it, and not to go round keeps all others
        // waiting.
        boolean more = turn(context, isBrief ? TURN : 1);
        Interrupts.end(this);
        long processed = context.end();
        if (processed > 0) {
            kernel.census().processed(processed);
        }
        if (watch != null) {
            watch.stop(known.cost);
        }
        release(more);
    }

    @Override
    public void call(Context context) {
        KindHere heir = home.heir;
        if (heir != null) {
            follow(heir);
            return;
        }
        boolean isSenders = Interrupts.setAside();
        context.enter(this);
        try {
            release(turn(context, INLINE_TURN));
        } finally {
            context.leave();
            Interrupts.giveBack(isSenders, this);
        }
    }

    /** Gives the cell up, or submits it if there is more to do. */
    private void release(boolean more) {
        if (isClosed()) {
            return;
        }
        if (more) {
            home.queue.submitSoon(this);
            return;
        }
        keepAccount();
        if (!disown()) {
            home.queue.submitSoon(this);
        }
    }

    /** Processes so many messages, or more where others have kept all waiting; returns whether there may be more to process. */
    private boolean turn(Context context, int limit) {
        for (int i = 0; i < limit || i < MOST && context.mayGoOn(); i++) {
            if (!step(context)) {
                relieve();
                return false;
            }
            if (is(LEAVING)) {
                return leave(context);
            }
            Overload full = overload;
            if (full != null && full.isLookDue()) {
                recover();
            }
        }
        return true;
    }

    /** While it holds too much: does it still, and in the same mailboxes? */
    private void recover() {
        account(waiting());
        if (isRelieving()) {
            if (hasArrived()) {
                fileAll(); // what has arrived in the meantime counts as well
            }
            relieve();
        }
        lookLater();
    }

    /** Ends the part, unless it goes on, or begins a life under its own policy, which is to run it next. */
    private boolean leave(Context context) {
        if (is(ENDING) && close(context)) {
            return false;
        }
        if (is(HANDOVER)) {
            set(HANDOVER, false);
            next(new Signal.Start(requireBody()));
        }
        return !is(DEPARTING) || !departs();
    }

    @Override
    void next(Signal signal) {
        isSignalled = true;
        batch = new Mail(Mail.SYSTEM, signal, null).before(batch);
    }

    /** Processes the message or notice that goes next; returns false if none may be processed. */
    private boolean step(Context context) {
        Mail mail;
        try {
            mail = arrive(context);
        } catch (Throwable failure) { // nobody else would ever end it: it would own itself for good, and hold its mail
            failForGood(failure, "looking through its mail");
            return true;
        }
        if (is(LEAVING)) {
            return true;
        }
        if (mail == null) {
            Rest.DueNotice notice = rest == null ? null : rest.dueNotice(enabled, isHalted());
            if (notice == null) {
                mail = fromBoxes();
                // What still waits is held back by guards and constraints, which a notice passes.
                notice = mail != null || rest == null || is(ENDING) ? null : rest.firstNotice();
            }
            if (notice != null) {
                process(context, notice.mailbox, notice.message, null);
                return true;
            }
            if (mail == null) {
                return is(ENDING);
            }
        }
        took();
        process(context, mail.mailbox(), mail.taken(), mail.answerTo());
        return true;
    }

    /**
     * Acts on the signals that have arrived and files the mail. Returns a message that goes next without having been filed,
     * or null.
     */
    private @Nullable Mail arrive(Context context) {
        // What came without the inbox may be followed by what came through it, for a mailbox that goes first.
        if (isSignalled || batch != null && !home.isSingle && hasMail()) {
            isSignalled = false;
            fileAll();
        } else if (batch == null) {
            int before = waiting();
            batch = drain();
            if (batch != null) {
                context.found(waiting() - before);
            }
        }
        while (batch != null && !is(LEAVING)) {
            Mail mail = batch;
            boolean isNext = !holdsFiled() && (home.isSingle || mail.next() == null);
            batch = mail.next();
            if (mail.message() instanceof Signal signal) {
                act(signal);
            } else if (isNext && passes(mail.mailbox(), mail.message(), OWN_TURN) >= 0) {
                crowd(0); // the only mailbox, or the only mail
                return mail;
            } else {
                file(mail);
            }
        }
        return null;
    }

    private void process(Context context, int mailbox, Object message, @Nullable Object answerTo) {
        try {
            Objects.requireNonNull(home.runs).next(Objects.requireNonNull(body), message);
            if (rest != null) {
                rest.hasProcessed = true;
                rest.runAfterwards();
            }
        } catch (Throwable failure) { // whatever a handler throws ends this part and harms nothing else
            String sentence = fail(
                    failure,
                    "processing mailbox \"" + mailboxName(mailbox, message) + "\", message of "
                            + message.getClass().getName());
            home.kernel.requests().failed(answerTo, sentence, failure);
        }
        Interrupts.end(this);
        context.processed();
    }

    private void act(Signal signal) {
        atNone();
        try {
            signal.act(this);
            if (rest != null) {
                rest.runAfterwards();
            }
        } catch (Throwable failure) { // see process
            if (signal instanceof Signal.Create || signal instanceof Signal.Start) {
                failForGood(failure, CONSTRUCTION);
            } else {
                fail(failure, signal.doing());
            }
        }
        Interrupts.end(this);
    }

    @Override
    void fileAll() {
        fileBatch();
        if (!is(LEAVING)) {
            batch = drain();
            fileBatch();
        }
    }

    private void fileBatch() {
        while (batch != null && !is(LEAVING)) {
            Mail mail = batch;
            batch = mail.next();
            if (mail.message() instanceof Signal signal) {
                act(signal);
            } else {
                file(mail);
            }
        }
    }

    private void keepAccount() {
        boolean holdsEarly = rest != null && rest.settle();
        boolean holds = !home.isSystem && (holdsEarly || holdsFiled());
        if (holds != is(WITHHELD)) {
            set(WITHHELD, holds);
            home.kernel.census().withheld(this, holds);
        }
    }

    /** Whether it has ended, with its inbox. Any thread may ask. */
    boolean isGone() {
        return isClosed();
    }

    /**
     * Returns whether the part is here, and in one of its lives. Any thread may ask; it learns of a restart at the latest when it has seen
     * something else of the new life.
     *
     * @param life a number that {@link #life} has told
     * @return false if it has left or exited, or has been restarted
     */
    public boolean isIn(int life) {
        return !isClosed() && life() == life;
    }

    // ---- life ---------------------------------------------------------------------------------------------------

    /** Whether this caller is the one whose creation counts. */
    boolean claim() {
        return rest != null && rest.claimed.compareAndSet(false, true);
    }

    /** Whether mail has come for a name whose creation hasn't. */
    boolean isExpected() {
        return rest != null && knownName() != null && !home.isSystem && !rest.claimed.get() && home.kind == null;
    }

    /** Its creation has come from elsewhere, and mail for it may have come before. */
    void born(Kinds.Birth birth) {
        if (home == home.kernel.unborn()) {
            home = home.kernel.birthsOf(birth);
        }
    }

    void construct(Kinds.Birth birth) throws Exception {
        Cost cost = home.cost;
        boolean isMeasured = cost.isDue();
        long began = isMeasured ? home.kernel.clock().nanoTime() : 0;
        begin(birth.make());
        if (isMeasured) {
            cost.took(home.kernel.clock().nanoTime() - began, 1);
        }
    }

    /** Has a body that was constructed started: by the present turn, or by one of its own policy. */
    private void begin(Object made) throws Exception {
        if (home.isApart && made == body && !is(ENDING)) {
            set(HANDOVER, true);
        } else {
            start(made);
        }
    }

    void start(@Nullable Object made) throws Exception {
        Kind kind = home.kind;
        if (made == null || made != body || kind == null) {
            throw new IllegalStateException("the factory returned "
                    + (made == null ? "null" : "an object of " + made.getClass().getName() + " that it had made before")
                    + "; it must construct a new selector on each call and return that one");
        }
        set(CONSTRUCTED, true);
        kind.started(made);
        if (rest != null && !rest.early.isEmpty()) {
            rest.early.forEach(this::file);
            rest.early.clear();
        }
        mayDepart();
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
        home = home.adopted(its);
        set(APART, home.isApart);
        enabled = its.layout().enabledAtFirst();
        Context.current().born(home);
    }

    /** Ends the part after the present message. */
    public void exit() {
        end(Exit.NORMAL);
    }

    /** Ends the part, unless its supervision has it go on; returns whether it has ended. */
    private boolean close(Context context) {
        if (isClosed()) {
            return true;
        }
        if (rest != null && rest.recovery != null && recovers(context, rest, rest.recovery)) {
            return false;
        }
        Kernel kernel = home.kernel;
        retire(context);
        refuseAll(batch);
        batch = null;
        refuseAll(close());
        refuseFiled();
        if (rest != null) {
            tell(rest, reason());
            if (rest.recovery != null) {
                rest.recovery.untie(this);
            }
        }
        Overload full = overload;
        if (full != null) {
            full.end();
        }
        keepAccount();
        if (is(PAUSED)) {
            kernel.census().paused(this, false);
        }
        home.queue.gone(this);
        kernel.exited(this);
        return true;
    }

    /** The body has processed its last message. */
    private void retire(Context context) {
        Object self = body;
        if (self == null || home.kind == null) {
            return;
        }
        if (is(CONSTRUCTED)) {
            try {
                home.kind.exited(self);
            } catch (Throwable failure) { // it goes all the same
                exitedBadly(failure);
            }
        }
        context.gone(home);
    }

    // ---- supervision ------------------------------------------------------------------------------------------------

    /**
     * Has this part supervised from now on; without effect if it is already.
     *
     * @param how what becomes of it when it fails
     */
    public void supervise(Recovery how) {
        Rest its = rest();
        if (its.recovery == null) {
            its.recovery = how;
            how.tie(this);
        }
    }

    /** The part has failed and goes on, with its body or with another; false if it ends. */
    private boolean recovers(Context context, Rest its, Recovery recovery) {
        while (is(ENDING)) {
            switch (recovery.next(this, its)) {
                case STOP -> {
                    return false;
                }
                case RESUME -> set(ENDING, false);
                case RESTART -> restart(context, its, recovery);
            }
        }
        return true;
    }

    /** Name, mail, watchers, pause and policy stay; what the former body had set going doesn't. */
    private void restart(Context context, Rest its, Recovery recovery) {
        Kernel kernel = home.kernel;
        retire(context);
        refile(its.early);
        kernel.watches().restarted(this, its);
        its.restarted();
        kernel.requests().exited(this);
        kernel.census().restarted();
        body = null;
        set(FORMER, false);
        try {
            begin(recovery.birth().make());
        } catch (Throwable failure) { // see process
            failForGood(failure, CONSTRUCTION);
        }
    }

    private void tell(Rest its, Exit reason) {
        Kernel kernel = home.kernel;
        if (reason.cause() == Exit.Cause.FAILED && !its.watchers.canHandleFailure()) {
            kernel.census().unhandled(reason.detail());
        }
        its.early.forEach(this::refuse);
        its.early.clear();
        if (its.departure != null) {
            its.departure.refused(kernel, this + " has exited before it could leave");
        }
        its.stopAwaiting();
        its.watchers.forEach(watch -> kernel.watches().tell(watch, this, reason));
        its.watchers.clear();
        kernel.muting().holds(its.burden(0));
    }

    /** Whoever began to watch before the inbox was closed still counts as a watcher; the rest is undeliverable. */
    private void refuseAll(@Nullable Mail oldest) {
        for (Mail mail = oldest; mail != null; ) {
            Mail following = mail.next();
            if (mail.message() instanceof Signal.Watch watch) {
                home.kernel.watches().said(this, watch);
            } else {
                refuse(mail);
            }
            mail = following;
        }
    }

    // ---- what signals do ------------------------------------------------------------------------------------------

    void notice(Signal.Notice notice) {
        rest().add(notice, home.kind == null ? 0 : layout().size(), boxes());
    }

    // ---- names ----------------------------------------------------------------------------------------------------

    /**
     * Returns the exit, if it has exited or is about to.
     *
     * @return why, or null
     */
    public @Nullable Exit exitReason() {
        return is(ENDING) ? reason() : null;
    }

    private Exit reason() {
        return rest == null || rest.exit == null ? Exit.NORMAL : rest.exit;
    }
}
