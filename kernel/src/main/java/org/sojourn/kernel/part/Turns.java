package org.sojourn.kernel.part;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.mail.Mail;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.sched.Context;
import org.sojourn.kernel.sched.Cost;
import org.sojourn.kernel.sched.Overload;
import org.sojourn.kernel.sched.Policy;
import org.sojourn.kernel.sched.Task;
import org.sojourn.kernel.sched.WorkStealing;
import org.sojourn.kernel.site.Site;

/**
 * The turns of a part: what has arrived in its {@link Agenda} is processed, one message at a time, by whichever thread owns the part.
 *
 * <p><b>Turns.</b> A part is idle, or owned by one thread or one queue (see {@link org.sojourn.kernel.mail.Inbox}):
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
 */
public abstract class Turns extends Agenda implements Task {
    /** Messages of one turn; then the others have theirs. */
    private static final int TURN = Bound.TURN_MESSAGES.intValue();

    /** The most messages of a turn that may go on for a while. */
    private static final int MOST = TURN * TURN;

    /** Messages that an inline turn goes on with, once the sender's is processed. */
    private static final int INLINE_TURN = 8;

    /** The most mail of a batch to whose end its part's own thread adds: it has to walk there. */
    private static final int KEPT = 4;

    static final String CONSTRUCTION = "its construction";

    /** Set after a signal was pushed: what was drained before is filed then, so that the signal needn't wait behind it. */
    private volatile boolean isSignalled;

    /** Drained, oldest first, and neither processed nor filed yet. */
    private @Nullable Mail batch;

    Turns(KindHere unborn) {
        super(unborn);
    }

    /** {@return this part, as others know it} */
    abstract Cell self();

    /** Makes ready what the body is, and is to become. */
    abstract void construct(Birth birth) throws Exception;

    abstract void perform(Signal signal) throws Exception;

    /** Ends the part, unless it goes on; returns whether it has ended. */
    abstract boolean close(Context context);

    /** It is between two messages, and perhaps to leave; returns whether it has. */
    abstract boolean departs();

    /** A message was processed, or a signal, and somebody may want to know of it. */
    abstract void attended(boolean isMessage) throws Exception;

    /** The part is about to be given up: says what it holds. */
    abstract void keepAccount();

    /** A push was refused: the part has left, or has exited. */
    abstract void refused(Mail mail);

    /** It has sent to an overloaded part, in its turn. */
    abstract void mute(Overload full, long sentTo);

    /** {@return the name; one is minted if there is none yet} */
    public abstract Name name();

    /** Whose turn it is, as mail remembers it: no part, lest it be kept. */
    static Object sender(Context context) {
        return context.running() instanceof Turns part ? part.home : Mail.OUTSIDE;
    }

    // ---- senders ------------------------------------------------------------------------------------------------

    /** Sends a message; see {@link Target#send}. */
    public final void send(int mailbox, Object message, @Nullable ReplyAddress answerTo) {
        Context context = Context.current();
        KindHere known = home;
        Parts.Passage through = known.parts.passage();
        if (through == null & context.mayInline() & known.cost.isShort() && own()) {
            inline(context, mailbox, message, answerTo, null);
        } else {
            send(context, through, mailbox, message, answerTo);
        }
    }

    /** A send that isn't processed at once, or that observers see. */
    private void send(
            Context context,
            Parts.@Nullable Passage through,
            int mailbox,
            Object message,
            @Nullable ReplyAddress answerTo) {
        Object sent = Parts.Passage.passed(through, self(), mailbox, message);
        if (through != null && context.mayInline() && home.cost.isShort() && own()) {
            inline(context, mailbox, sent, answerTo, null);
            return;
        }
        deliver(
                context,
                Parts.Passage.mail(through, self(), mailbox, sent, answerTo).from(sender(context)));
        heldIfFull(context, mailbox, sent);
    }

    /**
     * Leaves a message from anywhere, whatever the caller is in the midst of: the part never runs on this stack, nobody is
     * muted and nobody waits. So nothing bounds what is left, but the caller.
     *
     * @param message goes to the first mailbox that accepts it
     */
    public final void post(Object message) {
        Context context = Context.current();
        if (enqueue(context, new Mail(BY_TYPE, message, null))) {
            submit(context, home.queue);
        }
    }

    /** The sender has pushed mail to an overloaded part, or sent it to one that has left. */
    private void held(Context context, Overload full, int mailbox, Object message) {
        if (full == ELSEWHERE) {
            home.parts
                    .flow()
                    .sent(home.parts.names().locate(name(), home.parts.site().self()), mailbox, message);
            return;
        }
        long sentTo = bit(mailbox, message);
        Task sender = context.running();
        if (sender == this || !full.mutes(sentTo)) {
            return;
        }
        if (sender == null) {
            home.parts.flow().block(full, sentTo);
        } else if (sender instanceof Turns part) {
            part.mute(full, sentTo);
        }
    }

    /** Sends a message that the kernel itself acts on. */
    public final void signal(Signal signal) {
        deliver(Context.current(), new Mail(Mail.SYSTEM, signal, null));
        isSignalled = true;
        home.parts.urged(self());
    }

    /** {@return whether something waits that this part can't be told in the midst of a message: a signal, or that it is muted} In turns. */
    public final boolean isUrged() {
        return isSignalled || is(MUTED);
    }

    /** Leaves a message that has come for a part which doesn't run yet. */
    public final void leave(Mail mail) {
        deliver(Context.current(), mail);
    }

    private void deliver(Context context, Mail mail) {
        if (enqueue(context, mail)) {
            submit(context, mail.mailbox() == Mail.SYSTEM ? home.queue : home.policy);
        }
    }

    /** Takes mail; returns whether this part was idle: the caller is its owner now and must have it run. */
    final boolean enqueue(Context context, Mail mail) {
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

    /** The sender has pushed mail; does the mailbox hold too much? */
    public final void heldIfFull(Context context, int mailbox, Object message) {
        Overload full = overload;
        if (full != null) {
            held(context, full, mailbox, message);
        }
    }

    /**
     * A part that sends to itself, or waits on this stack until the sender comes back to it, is owned by this very thread: what
     * it is sent need not pass through the inbox, if nothing waits there that would be overtaken.
     */
    private boolean batch(Context context, Mail mail) {
        if (!context.isRunningOrSender(this)) {
            return false;
        }
        Mail last = batch;
        for (int i = 1; last != null && last.next() != null; i++) {
            if (i == KEPT) {
                return false;
            }
            last = last.next();
        }
        if (!keep(mail)) {
            return false;
        }
        if (last == null) {
            batch = mail;
        } else {
            last.before(mail);
        }
        return true;
    }

    /** Constructs the part, which the caller owns, on this stack. */
    final void bear(Context context, Birth birth) {
        boolean isCreatorMeasured = context.isRunningMeasured();
        boolean isSenders = Interrupts.setAside();
        context.enter(this);
        Context.Stopwatch watch =
                isCreatorMeasured ? context.measure(home.parts.site().clock()) : null;
        try {
            try {
                construct(birth);
            } catch (Throwable failure) { // see process
                failForGood(failure, CONSTRUCTION);
            }
            afterInline(context);
        } catch (Throwable e) { // it is owned still; not by calls, for which there may be no stack
            context.stranded[context.strandings++ & Context.STRANDED - 1] = this;
            flags |= STRANDED;
            throw e;
        } finally {
            context.depth--;
            home.interrupts.giveBack(isSenders, this);
        }
        if (watch != null) {
            watch.leaveOut();
        }
    }

    /**
     * A sender has won this idle cell, to process its message on its own stack if nothing would be overtaken.
     *
     * <p>What most messages need is here, and each thing that is rarely so is behind one look and one call: this is compiled into
     * all senders, and thrown away with them when something happens for the first time.
     */
    final void inline(
            Context context, int mailbox, Object message, @Nullable ReplyAddress answerTo, @Nullable Object from) {
        // A sender may have judged by what it knew of the part before it had a policy of its own.
        if (hasMail() || passes(mailbox, message, SENDERS_TURN) < 0) {
            queue(context, mailbox, message, answerTo, from);
            return;
        }
        if (!context.isPlain()) {
            inlineTimed(context, mailbox, message, answerTo);
            return;
        }
        boolean isSenders = Interrupts.setAside();
        context.enterPlain(this);
        try {
            process(context, mailbox, message, answerTo);
            afterInline(context);
        } catch (Throwable e) { // it is owned still; not by calls, for which there may be no stack
            context.stranded[context.strandings++ & Context.STRANDED - 1] = this;
            flags |= STRANDED;
            throw e;
        } finally {
            context.depth--;
            home.interrupts.giveBack(isSenders, this);
        }
    }

    /** Leaves a message for a turn of its own, in a part that the sender owns, unless a constraint lets it go now. */
    private void queue(
            Context context, int mailbox, Object message, @Nullable ReplyAddress answerTo, @Nullable Object from) {
        if (!hasMail() && allows(context, mailbox, message)) {
            inlineTimed(context, mailbox, message, answerTo);
            return;
        }
        push(Parts.Passage.mail(home.parts.passage(), self(), mailbox, message, answerTo)
                .from(from == null ? sender(context) : from));
        submit(context, home.policy);
    }

    /** Leaves the part, which the caller owns, to a queue. */
    private void submit(Context context, Policy policy) {
        try {
            context.submit(policy, this);
        } catch (StackOverflowError e) {
            if (policy instanceof WorkStealing && context.depth > 0) { // it wasn't taken
                context.stranded[context.strandings++ & Context.STRANDED - 1] = this;
                flags |= STRANDED;
            }
            throw e;
        }
    }

    /** {@link Agenda#allows}, asked by a sender that owns the part. */
    private boolean allows(Context context, int mailbox, Object message) {
        boolean isSenders = Interrupts.setAside();
        context.ask(this);
        try {
            return allows(mailbox, message, SENDERS_TURN);
        } finally {
            context.leave();
            home.interrupts.giveBack(isSenders, this);
        }
    }

    /** As {@link #inline}, where the turn may be measured, for itself or for its sender, or the clock is due. */
    private void inlineTimed(Context context, int mailbox, Object message, @Nullable ReplyAddress answerTo) {
        KindHere known = home;
        boolean isMeasured = context.isMeasured();
        boolean isTimed = context.isSample(isMeasured) || isMeasured;
        boolean isSenders = Interrupts.setAside();
        context.enter(this);
        Context.Stopwatch watch = isTimed ? context.measure(known.parts.site().clock()) : null;
        try {
            process(context, mailbox, message, answerTo);
            afterInline(context);
        } catch (Throwable e) { // it is owned still; not by calls, for which there may be no stack
            context.stranded[context.strandings++ & Context.STRANDED - 1] = this;
            flags |= STRANDED;
            throw e;
        } finally {
            context.depth--;
            home.interrupts.giveBack(isSenders, this);
        }
        if (watch != null) {
            watch.stop(isMeasured ? known.cost : null);
        }
    }

    /** A little more, if there is more, and then the cell is given up. */
    private void afterInline(Context context) {
        if (!(isOrdinary() & batch == null) || holdsFiled() || !disown()) {
            goOn(context);
        } // else as most turns end: one look at all that there could be
    }

    /** Something is to be done for the part besides its sender's message. Owned. */
    private void goOn(Context context) {
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
    public final int turnsDue() {
        int mail = waiting() + count(TURN * TURN);
        return home.cost.isBrief() ? 1 + mail / TURN : Math.max(1, mail);
    }

    // ---- creation that has not begun --------------------------------------------------------------------------------

    /** The creation that this part is about to begin with, if that could as well be done elsewhere. Owner only. */
    final Signal.@Nullable Create creation() {
        if (batch == null) {
            batch = drain();
        }
        return batch != null && batch.message() instanceof Signal.Create first && first.couldTravel() ? first : null;
    }

    /** Leaves the creation out that {@link #creation} has found. */
    final void withoutCreation() {
        batch = Objects.requireNonNull(batch).next();
    }

    // ---- turns --------------------------------------------------------------------------------------------------

    @Override
    public final void run() {
        KindHere known = home;
        KindHere heir = known.heir;
        if (heir != null) {
            follow(heir);
            return;
        }
        Context context = Context.current();
        Site site = known.parts.site();
        boolean isMeasured = known.kind != null && known.cost.isDue();
        boolean isBrief = known.cost.isBrief();
        context.begin(this, site.inlineDepth(), site.clock(), isBrief);
        Context.Stopwatch watch = isMeasured ? context.measure(site.clock()) : null;
        // Where a message takes long, going round costs nothing beside it, and not to go round keeps all others
        // waiting.
        boolean more = turn(context, isBrief ? TURN : 1) && !isExhausted();
        home.interrupts.end(this);
        long processed = context.end();
        if (processed > 0) {
            known.parts.census().processed(processed);
        }
        if (watch != null) {
            watch.stop(known.cost);
        }
        if (isLeftWithMore(more)) {
            home.queue.resubmit(this);
        }
        if (context.strandings != 0) {
            context.takeStranded().forEach(each -> ((Turns) each).goAshore());
        }
    }

    @Override
    public final Cost cost() {
        return home.cost;
    }

    @Override
    public final void call(Context context) {
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
            home.interrupts.giveBack(isSenders, this);
        }
    }

    /** After an inline turn: gives the cell up, or submits it if there is more to do. */
    private void release(boolean more) {
        if (isLeftWithMore(more)) {
            home.queue.submitSoon(this);
        }
    }

    /** Gives the cell up; returns whether it couldn't, as there is more to do. */
    private boolean isLeftWithMore(boolean more) {
        if (isClosed() || is(STRANDED)) {
            return false;
        }
        if (more || batch != null) { // a constraint may have sent something
            return true;
        }
        keepAccount();
        return !disown();
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

    /**
     * Whether nothing is left after the last message of a turn: to find that out in another turn may take waking a worker. A part that is
     * more than ordinary has its other turn: it may be to leave, or to follow another policy.
     */
    private boolean isExhausted() {
        if (!isOrdinary() || batch != null || hasMail() || holdsFiled() || home.heir != null) {
            return false;
        }
        relieve();
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

    /** Breaks the turn off: ends the part, hands it to its own policy, or has it depart; returns whether it is to be run again here. */
    private boolean leave(Context context) {
        if (is(STRANDED)) {
            return false;
        }
        if (is(ENDING) && close(context)) {
            return false;
        }
        if (is(HANDOVER)) {
            set(HANDOVER, false);
            next(new Signal.Start(Objects.requireNonNull(body)));
        }
        if (is(DEPARTING)) {
            set(DEPARTING, false);
            return !departs();
        }
        return true;
    }

    /** Acts on this before anything else. Owner only. */
    final void next(Signal signal) {
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
            Notices.Notice notice = notice(false);
            if (notice == null) {
                mail = fromBoxes();
                // What still waits is held back by guards and constraints, which a notice passes.
                notice = mail != null || is(ENDING) ? null : notice(true);
            }
            if (notice != null) {
                process(context, notice.mailbox(), notice.message(), null);
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
            } else if (isNext
                    && (passes(mail.mailbox(), mail.message(), OWN_TURN) >= 0
                            || allows(mail.mailbox(), mail.message(), OWN_TURN))) {
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
            if (is(ATTENDED)) {
                attended(true);
            }
        } catch (Throwable failure) { // whatever a handler throws ends this part and harms nothing else
            fails(new Signal.Thrown(failure, mailbox, message, answerTo));
        }
        home.interrupts.end(this);
        context.processed();
    }

    final void act(Signal signal) {
        atNone();
        try {
            perform(signal);
            if (is(ATTENDED)) {
                attended(false);
            }
        } catch (Throwable failure) { // see process
            fails(new Signal.Thrown(failure, signal.doing(), signal.isForGood()));
        }
        home.interrupts.end(this);
    }

    @Override
    final void failForGood(Throwable failure, String doing) {
        fails(new Signal.Thrown(failure, doing, true));
    }

    /** The part has failed, and is told so; by a turn of its own if there may be no stack left for that here. */
    private void fails(Signal.Thrown thrown) {
        if (!mayStrand()) {
            thrown.act(self());
            return;
        }
        if (!thrown.isOfMachine()) {
            try {
                thrown.act(self());
                return;
            } catch (StackOverflowError e) { // it had to make do with what the handler has left
            }
        }
        next(thrown);
        Context context = Context.current();
        context.stranded[context.strandings++ & Context.STRANDED - 1] = this;
        flags |= STRANDED;
    }

    /** Whether this is a turn on a sender's stack, and the workers can give the part another one. */
    private boolean mayStrand() {
        return home.queue instanceof WorkStealing && Context.current().sender() != null;
    }

    /** It was stranded, and gets a turn of its own. */
    private void goAshore() {
        if (is(STRANDED)) {
            set(STRANDED, false);
            if (!isClosed()) {
                home.queue.submitSoon(this);
            }
        }
    }

    /** Files all that has arrived, and acts on the signals among it. */
    final void fileAll() {
        fileAll(null);
    }

    /**
     * The same for a part that has prepared to leave, whose code runs no more.
     *
     * @param late takes the signals that would run it; null to act on them as on others
     */
    final void fileAll(@Nullable List<Signal> late) {
        fileBatch(late);
        if (!is(LEAVING)) {
            batch = drain();
            fileBatch(late);
        }
    }

    private void fileBatch(@Nullable List<Signal> late) {
        while (batch != null && !is(LEAVING)) {
            Mail mail = batch;
            batch = mail.next();
            if (!(mail.message() instanceof Signal signal)) {
                file(mail);
            } else if (late != null && signal.runsProgram()) {
                late.add(signal);
            } else {
                act(signal);
            }
        }
    }

    /** The policy of its kind was corrected: it is run by the new one from now on. By its owner, who was about to run it. */
    private void follow(KindHere heir) {
        heir.created.increment();
        home.created.decrement();
        home = heir;
        set(APART, heir.isApart);
        heir.queue.submit(this);
    }

    /** Becomes the owner of a part that is idle. */
    final boolean ownIdle() {
        return own();
    }

    /** Becomes the owner of a part that no other thread knows of yet. */
    final void ownFresh() {
        ownNew();
    }

    /** Closes the inbox of a part that leaves this place, if no mail has arrived. */
    final boolean closesIfEmpty() {
        return batch == null && closeIfEmpty();
    }

    /** A signal was pushed: what comes before it is filed. */
    final void signalled() {
        isSignalled = true;
    }

    final @Nullable Mail takeBatch() {
        Mail taken = batch;
        batch = null;
        return taken;
    }
}
