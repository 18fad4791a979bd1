package org.sojourn.kernel.part;

import static java.lang.System.Logger.Level.ERROR;
import static java.lang.System.Logger.Level.WARNING;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Collection;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.mail.DeadLetters;
import org.sojourn.kernel.mail.Mail;
import org.sojourn.kernel.move.Departure;
import org.sojourn.kernel.move.Fence;
import org.sojourn.kernel.move.Sojourner;
import org.sojourn.kernel.move.Talks;
import org.sojourn.kernel.name.Descriptor;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.port.Clock;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.Tracer;
import org.sojourn.kernel.port.Words;
import org.sojourn.kernel.sched.Context;
import org.sojourn.kernel.sched.Cost;
import org.sojourn.kernel.sched.Overload;
import org.sojourn.kernel.sched.Task;
import org.sojourn.kernel.site.Site;

/**
 * A part that lives here: a name, an inbox, a turn and a life. What it is to process stands in its {@link Agenda}; what it may have
 * besides are {@link Feature features}.
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
 * <p><b>Muting.</b> Whoever sends from a turn to an agenda that is overloaded is muted after the message that it is processing: it
 * takes no further mail, only answers and notices, until the mailbox has been worked off. An overloaded cell is never muted itself.
 * (The back-pressure of the Pony runtime.) Its place decides that by {@link Flow}.
 */
public final class Cell extends Turns implements Target, Sojourner {
    private static final System.Logger LOG = System.getLogger(Cell.class.getName());
    private static final VarHandle NAME;

    static {
        try {
            NAME = MethodHandles.lookup().findVarHandle(Cell.class, "name", Name.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile @Nullable Name name;

    Cell(KindHere unborn, @Nullable Name name) {
        super(unborn);
        this.name = name;
        if (name != null) {
            life = new Life();
        }
    }

    /** {@return the cell in whose turn the current thread is; null if it runs no part} */
    public static @Nullable Cell current() {
        return Context.current().running() instanceof Cell cell ? cell : null;
    }

    // ---- what its turns ask -------------------------------------------------------------------------------------

    /**
     * Creates the part on the creator's stack if that is known to be short, or is to be measured, and otherwise in a turn of its
     * own.
     */
    void create(Birth birth) {
        Context context = Context.current();
        Cost cost = home.cost;
        if (!context.mayInline() || !cost.isShortOrTried()) {
            signal(Signal.Create.of(home.parts, birth, null));
            return;
        }
        ownNew();
        bear(context, birth);
    }

    @Override
    Cell self() {
        return this;
    }

    @Override
    void perform(Signal signal) throws Exception {
        signal.act(this);
    }

    @Override
    boolean departs() {
        return home.parts.ways().departs(this);
    }

    @Override
    void attended(boolean isMessage) throws Exception {
        Life its = ownLife();
        if (isMessage) {
            its.processed(this);
        }
        its.runAfterwards();
        set(ATTENDED, its.isAttended());
    }

    /** It has processed something that is no message, such as an answer. In turns. */
    public void processed() {
        if (life != null) {
            life.processed(this);
        }
    }

    @Override
    void keepAccount() {
        if (is(ATTENDED)) {
            ownLife().settled(this);
        }
        boolean holds = !home.isSystem && (is(EARLY) || holdsFiled());
        if (holds != is(WITHHELD)) {
            set(WITHHELD, holds);
            home.parts.withheld(this, holds);
        }
    }

    /** Whether it has ended, with its inbox. Any thread may ask. */
    public boolean isGone() {
        return isClosed();
    }

    /**
     * {@return whether the part is here, and in one of its lives: false if it has left or exited, or has been restarted} Any thread
     * may ask; it learns of a restart at the latest when it has seen something else of the new life.
     *
     * @param life a number that {@link #life} has told
     */
    public boolean isIn(int life) {
        return !isClosed() && life() == life;
    }

    /** {@return whether the part has left this place; what is new of it is known to another object then, if it has come back} */
    public boolean isElsewhere() {
        return isAway();
    }

    // ---- features -----------------------------------------------------------------------------------------------

    /** {@return a feature of this part, by its class; null if it has none} In turns, unless the feature says otherwise. */
    public <F extends Feature> @Nullable F having(Class<F> type) {
        Life its = life;
        return its == null ? null : its.having(type);
    }

    /** {@return a feature of this part, made now if it has none} In turns. */
    public <F extends Feature> F feature(Class<F> type, Function<Cell, F> made) {
        F known = having(type);
        if (known != null) {
            return known;
        }
        F fresh = made.apply(this);
        ownLife().add(fresh);
        attend(fresh);
        return fresh;
    }

    /** A feature may have become attentive. In turns. */
    public void attend(Feature feature) {
        if (feature.isAttentive()) {
            set(ATTENDED, true);
        }
    }

    /** The part is rid of a feature. In turns. */
    public void without(Feature feature) {
        ownLife().remove(feature);
    }

    /** What a feature waited for may be over, or bound to this place no more. In turns. */
    public void freed() {
        if (life != null) {
            life.freed(this);
        }
    }

    /** {@return whether the part has prepared to leave, and is packed again if anything comes} In turns. */
    public boolean isAboutToLeave() {
        return life != null && life.isAboutToLeave;
    }

    /** Has the part looked at between two messages, as it may be to leave. In turns. */
    void mayDepart() {
        if (is(CONSTRUCTED)) {
            set(DEPARTING, true);
        }
    }

    // ---- moving ---------------------------------------------------------------------------------------------------

    private Parts.Leave leave() {
        return home.parts.ways().leave(this);
    }

    @Override
    public boolean mayLeave() {
        return leave().mayLeave();
    }

    @Override
    public boolean offer(Departure order) {
        return leave().offer(order);
    }

    @Override
    public void order(Departure order) {
        signal(home.parts.ways().order(order));
    }

    @Override
    public void restore(Collection<Descriptor<Sojourner>> ways, Collection<Fence> fences) {
        leave().restore(ways, fences);
    }

    @Override
    public void resume(Member from) {
        home.parts.lives(this);
        leave().resume(from);
    }

    @Override
    public Talks talks() {
        return feature(Remembered.class, any -> new Remembered()).talks;
    }

    /** What a balancer remembers of the part. */
    private static final class Remembered extends Feature {
        private final Talks talks = new Talks();
    }

    // ---- life ---------------------------------------------------------------------------------------------------

    /** Whether this caller is the one whose creation counts. */
    public boolean claim() {
        return life != null && life.claimed.compareAndSet(false, true);
    }

    /** Whether mail has come for a name whose creation hasn't. */
    public boolean isExpected() {
        return life != null && name != null && !home.isSystem && !life.claimed.get() && home.kind == null;
    }

    /** Nobody will ask for the creation that it waits for: it ends. By any thread. */
    public void unborn() {
        if (isExpected()) {
            signal(new Signal.Unborn());
        }
    }

    /** Its creation has been asked for from elsewhere, by who has claimed it, and is confirmed when it is over. */
    public void create(Birth birth, Runnable confirm) {
        signal(Signal.Create.of(home.parts, birth, confirm));
    }

    /** Its creation has come from elsewhere, and mail for it may have come before. */
    void born(Birth birth) {
        if (home == home.parts.unborn()) {
            home = home.parts.birthsOf(birth);
        }
    }

    @Override
    void construct(Birth birth) throws Exception {
        Cost cost = home.cost;
        boolean isMeasured = cost.isDue();
        Context context = Context.current();
        Clock clock = site().clock();
        long began = isMeasured ? context.nanoTime(clock) : 0;
        begin(birth.make());
        if (isMeasured) {
            cost.took(context.nanoTime(clock) - began, 1);
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
        fileEarly();
        freed();
    }

    /**
     * The body makes itself known, from within its constructor.
     *
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
        home.parts.lives(this);
    }

    /** Ends the part after the present message. */
    public void exit() {
        end(Exit.NORMAL);
    }

    /** Ends the part after the present message, for a reason. In turns. */
    public void end(Exit reason) {
        if (!is(ENDING)) {
            set(ENDING, true);
            if (reason != Exit.NORMAL) {
                ownLife().exit = reason;
            }
        }
    }

    /** Ends the part for a reason that it has nothing to do with, when it next runs. By any thread. */
    public void endFor(Exit reason) {
        signal(new Signal.End(reason));
    }

    /**
     * Ends the part because code of its own has thrown. In its turns only.
     *
     * @param doing what it was doing, for people
     * @return a sentence that says so
     */
    public String fail(Throwable failure, String doing) {
        String sentence = this + " failed in " + doing + ": " + Words.of(failure);
        Life its = ownLife();
        if (its.exit == null || its.exit.cause() != Exit.Cause.FAILED) {
            its.isOver |= is(ENDING);
            set(ENDING, true);
            its.exit = new Exit(Exit.Cause.FAILED, sentence, failure);
        }
        try {
            LOG.log(ERROR, sentence, Words.printable(failure));
        } catch (Exception | LinkageError | AssertionError e) {
            // Of a log that the program has put in. It is told to watchers all the same, and by how the run ends.
        }
        return sentence;
    }

    /** Ends the part, unless a feature has it go on; returns whether it has ended. */
    @Override
    boolean close(Context context) {
        if (isClosed()) {
            return true;
        }
        if (life != null && recovers(context, life)) {
            return false;
        }
        retire(context);
        refuseAll(takeBatch());
        refuseAll(close());
        refuseFiled();
        if (life != null) {
            life.end(this);
        }
        unburden();
        keepAccount();
        if (is(PAUSED)) {
            home.parts.paused(this, false);
        }
        home.queue.gone(this);
        home.parts.exited(this);
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
                LOG.log(WARNING, this + " failed in postExit", Words.printable(failure));
            }
        }
        context.gone(home);
    }

    /** What arrived before the inbox was closed is acted on if it is for the last; the rest is undeliverable. */
    private void refuseAll(@Nullable Mail oldest) {
        for (Mail mail = oldest; mail != null; ) {
            Mail following = mail.next();
            if (mail.message() instanceof Signal signal && signal.isForTheLast()) {
                act(signal);
            } else {
                refuse(mail, DeadLetters.Cause.EXITED);
            }
            mail = following;
        }
    }

    /** The part is ending, and some feature may have it go on, with its body or with another; false if it ends. */
    private boolean recovers(Context context, Life its) {
        while (is(ENDING)) {
            Feature.Remedy remedy = its.remedy(this);
            if (remedy == null) {
                return false;
            }
            if (remedy.birth() == null) {
                its.exit = null;
                set(ENDING, false);
            } else {
                restart(context, its, remedy.birth());
            }
        }
        return true;
    }

    /** Name, mail, watchers, pause and policy stay; what the former body had set going doesn't. */
    private void restart(Context context, Life its, Birth another) {
        retire(context);
        unfile();
        its.restart(this);
        home.parts.census().restarted();
        body = null;
        set((short) (FORMER | NOTICED), false);
        try {
            begin(another.make());
        } catch (Throwable failure) { // see process
            failForGood(failure, CONSTRUCTION);
        }
    }

    /** {@return the number of the guest whose kind it is} In turns, of a part that has a body. */
    public int guest() {
        return Objects.requireNonNull(home.kind).guest();
    }

    /** {@return the exit, if it is about to exit; null if it isn't} In turns. */
    public @Nullable Exit ending() {
        return is(ENDING) ? ownLife().reason() : null;
    }

    /** {@return whether nothing can restart it: it was ending already when it failed} In turns. */
    public boolean isOver() {
        return life != null && life.isOver;
    }

    /** {@return whether what has failed would fail again with the same body} In turns. */
    public boolean isStuck() {
        return life != null && life.isStuck;
    }

    /** {@return which of its lives the part is in: the first, or one after so many restarts} In its turns. */
    public int life() {
        return life == null ? Life.FIRST : life.number;
    }

    // ---- what its body asks, in turns only ----------------------------------------------------------------------

    /** Pauses or resumes: a paused part collects mail and processes none. */
    public void paused(boolean pause) {
        set(PAUSED, pause);
        home.parts.paused(this, pause);
    }

    /** Has something short done when the present message or answer has been processed. */
    public void afterwards(Runnable action) {
        ownLife().afterwards.add(action);
        set(ATTENDED, true);
    }

    /**
     * Checks that the current thread is in a turn of this part.
     *
     * @param what what it does, for people
     * @throws IllegalStateException if it isn't
     */
    public void requireTurn(String what) {
        requireTurn(what, "send it a message to do so there");
    }

    /**
     * Checks that the current thread is in a turn of this part.
     *
     * @param what what it does, for people
     * @param instead what to do otherwise
     * @throws IllegalStateException if it isn't
     */
    public void requireTurn(String what, String instead) {
        Task running = Context.current().running();
        if (running != this) {
            throw new IllegalStateException(
                    this + " " + what + " outside its own constructor and handlers, on thread \""
                            + Thread.currentThread().getName() + "\""
                            + (running == null ? "" : ", which runs " + running)
                            + "; " + instead);
        }
    }

    // ---- being muted ------------------------------------------------------------------------------------------------

    /**
     * It has sent to an overloaded part, in its turn: it takes no further message after the present one. The first time it is spared:
     * most of the many that are created to send one message never take another, and to mute each of them, and to let it go on,
     * costs more than all else that they do. One message more for each sender leaves a bound a bound.
     */
    @Override
    public void mute(Overload full, long sentTo) {
        if (!is(SPARED)) {
            set(SPARED, true);
            return;
        }
        if (overload == null && !is(MUTED) && !is(ENDING) && home.parts.flow().mutes(this, full, sentTo)) {
            set(MUTED, true);
            ownLife().mutedBy = full.receiver();
            home.parts.urged(this);
        }
    }

    /** {@return who has muted it, if anybody has} For other threads, while the place is idle. */
    public @Nullable Object mutedBy() {
        Life its = life;
        return its == null ? null : its.mutedBy;
    }

    /** It is muted no more, and goes on. In its turn. */
    public void unmuted() {
        home.parts.flow().unmuted();
        set(MUTED, false);
        ownLife().mutedBy = null;
        freed(); // to leave, if it has ordered itself to
    }

    @Override
    public void holdUp(int mailbox, Object message) {
        heldIfFull(Context.current(), mailbox, message);
    }

    @Override
    public boolean wouldHold(int mailbox, Object message) {
        Overload full = overload;
        if (full == ELSEWHERE) {
            return home.parts.elsewhere(name()).wouldHold(mailbox, message);
        }
        return full != null && full.mutes(bit(mailbox, message));
    }

    // ---- what isn't taken -------------------------------------------------------------------------------------------

    /** A push was refused: the part has left, or has exited. */
    @Override
    void refused(Mail mail) {
        if (isAway()) {
            home.parts.ways().forward(name(), mail);
        } else {
            refuse(mail, DeadLetters.Cause.EXITED);
        }
    }

    @Override
    boolean refuse(Mail mail, DeadLetters.Cause cause) {
        if (mail.message() instanceof Signal signal) {
            signal.undeliverable(home.parts, this, cause);
        } else if (mail.answerTo() instanceof Feature.Own own) {
            own.taken(); // what comes from within ends with its part
        } else {
            return home.parts.undeliverable(toString(), mail.message(), (ReplyAddress) mail.answerTo(), cause);
        }
        return false;
    }

    // ---- names ----------------------------------------------------------------------------------------------------

    @Override
    public Name name() {
        Name known = name;
        if (known == null) {
            Name minted = home.parts.names().mint();
            known = NAME.compareAndSet(this, null, minted) ? minted : Objects.requireNonNull(name);
        }
        return known;
    }

    /** Gives it a name that was minted with others; before any other thread knows of it. */
    void name(Name minted) {
        name = minted;
    }

    /** {@return its name; null if it never needed one} */
    public @Nullable Name knownName() {
        return name;
    }

    @Override
    public Member location() {
        return isAway() ? home.parts.elsewhere(name()).location() : site().self();
    }

    @Override
    public @Nullable Cell cell() {
        return isAway() ? home.parts.elsewhere(name()).cell() : this;
    }

    @Override
    public Name export() {
        Name known = name();
        if (!isClosed()) {
            home.parts.names().settle(known, n -> this);
        }
        if (isClosed() && !isAway()) {
            // It has exited in between; the entry must not hold it. Parts.exited does the same from the other side.
            home.parts.names().exit(known, this);
        }
        return known;
    }

    // ---- what it is -------------------------------------------------------------------------------------------------

    /** {@return what a message to this part waits in, with what goes along} */
    public Mail mail(int mailbox, Object message, @Nullable Object answerTo, Tracer.@Nullable Carried carried) {
        return home.isSystem
                ? new Mail(mailbox, message, answerTo)
                : site().tracing().mail(mailbox, message, answerTo, carried);
    }

    /** The same for a message of its own. */
    public Mail ownMail(int mailbox, Object message, Feature.@Nullable Own own, Tracer.@Nullable Carried carried) {
        return mail(mailbox, message, own, carried).from(home);
    }

    /** {@return the parts of its place} */
    public Parts parts() {
        return home.parts;
    }

    /** {@return its place} */
    public Site site() {
        return home.parts.site();
    }

    /** {@return its body; null if it has none yet, or lives elsewhere} */
    public @Nullable Object body() {
        return body;
    }

    /** {@return whether it is the runtime's own, and not the program's} */
    @Override
    public boolean isOfRuntime() {
        return home.isSystem;
    }

    /** {@return whether somebody has chosen what runs it; otherwise that may be {@linkplain Parts#correct corrected}} */
    public boolean isPolicyChosen() {
        return home.isChosen;
    }

    /** {@return the name of the policy that runs it} */
    public String policyName() {
        return home.policy.name();
    }

    /** {@return the name of its kind; that of nothing in particular while it has no body} */
    public String kindName() {
        Kind known = home.kind;
        return known == null ? "a selector" : known.name();
    }

    @Override
    public String describeWork() {
        if (home.kind == null || !is(CONSTRUCTED)) {
            return this + " in its construction";
        }
        return this + " in " + work();
    }

    /** Returns kind, name and place, as {@code BoundedBuffer p0/17}. */
    @Override
    public String toString() {
        Name named = name;
        return kindName() + (named == null ? " at " + site().self() : " " + named);
    }
}
