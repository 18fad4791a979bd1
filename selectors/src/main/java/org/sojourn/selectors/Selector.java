package org.sojourn.selectors;

import java.io.Serializable;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.BiPredicate;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.part.Cell;
import org.sojourn.kernel.part.Leaving;
import org.sojourn.kernel.part.MoveOrder;
import org.sojourn.kernel.time.Awaiting;
import org.sojourn.kernel.time.Ticker;

/**
 * An actor with several mailboxes, each with a guard and a priority.
 *
 * <pre>{@code
 * final class BoundedBuffer extends Selector<BufferMessage> {
 *   static final Mailbox<Put> PUTS = Mailbox.of("puts", Put.class);
 *   static final Mailbox<Take> TAKES = Mailbox.of("takes", Take.class).initiallyDisabled();
 *   private final Deque<String> items = new ArrayDeque<>();
 *   private final int capacity;
 *
 *   BoundedBuffer(int capacity) {
 *     super(PUTS, TAKES);
 *     this.capacity = capacity;
 *   }
 *
 *   @Override
 *   protected void process(BufferMessage message) {
 *     if (message instanceof Put put) {
 *       items.addLast(put.item());
 *     } else if (message instanceof Take take) {
 *       take.asker().reply(items.removeFirst());
 *     }
 *     setEnabled(PUTS, items.size() < capacity);
 *     setEnabled(TAKES, !items.isEmpty());
 *   }
 * }
 * }</pre>
 *
 * <p><b>Creation.</b> A selector is constructed by a factory that was given to {@link SelectorSystem#create} at
 * the place where it lives, on a worker or on its creator's thread. Calling a constructor elsewhere is refused.
 *
 * <p><b>Processing.</b> One message at a time, never concurrently, each processing happens-before the next. The enabled,
 * non-empty mailbox of highest priority goes next; equal priorities take turns; a mailbox may ask for a share whatever its
 * priority ({@link Mailbox#atLeastEvery}). A disabled mailbox goes on collecting. A change of a guard binds from the next
 * message on.
 *
 * <p><b>Life.</b> Created, started (after the constructor and {@link #preStart}), exited (after {@link #exit} or a failure, and
 * {@link #postExit}). An exited selector processes nothing; mail for it becomes dead letters.
 *
 * <p><b>Failure.</b> A constructor, {@link #preStart} or {@link #process} that throws ends this selector and harms nothing else,
 * unless its {@link Supervision} says otherwise. Its watchers are told; if there are none, the failure is logged and the run
 * will end with status 1.
 *
 * <p><b>Interrupts.</b> Selectors share threads, so an interrupt belongs to the code during which it came: {@link #process}, a continuation,
 * or the constructor with {@link #preStart}. Code that interrupts its own thread finds the status until it returns, also after it has
 * sent to others that ran on its stack meanwhile. Then the status is cleared, which is logged once for each kind: the next message,
 * this selector's or another's, begins without. A selector is ended by {@link Handle#stop}, not by an interrupt.
 *
 * <p><b>Limits.</b> 1 to 62 mailboxes.
 *
 * <p>The methods below that aren't abstract may only be called from within the selector's own constructor, handlers and
 * continuations; on any other thread, and in the turn of another selector, each throws {@link IllegalStateException}. A callback
 * that runs elsewhere uses what {@link #self()} has returned before. Null is refused by {@link NullPointerException}, with the name
 * of the parameter.
 *
 * @param <M> the messages; with several mailboxes usually a sealed interface
 */
public abstract class Selector<M> {
    /** Its part at this place; another after each move. */
    private transient Cell cell;

    private transient @Nullable Conduct<M> conduct;

    /**
     * Declares the mailboxes, in order of priority unless they say otherwise.
     *
     * @param mailboxes 1 to 62 with different names; none means one mailbox that takes everything
     * @throws IllegalStateException if called outside a factory
     * @throws IllegalArgumentException if there are too many mailboxes, or two have one name
     */
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read, and its elements are checked by the layout
    protected Selector(Mailbox<? extends M>... mailboxes) {
        this.cell = requireCell();
        cell.adopt(this, SelectorKind.of(getClass(), Given.array(mailboxes, "mailboxes")));
    }

    /**
     * Declares mailboxes that were computed, in order of priority unless they say otherwise. One list for all selectors of a
     * class, kept in a constant, is cheaper than one for each.
     *
     * @param mailboxes 1 to 62 with different names; none means one mailbox that takes everything
     * @throws IllegalStateException if called outside a factory
     * @throws IllegalArgumentException if there are too many mailboxes, or two have one name
     */
    protected Selector(List<? extends Mailbox<? extends M>> mailboxes) {
        this.cell = requireCell();
        cell.adopt(
                this,
                SelectorKind.of(getClass(), Given.list(mailboxes, "mailboxes").toArray(new Mailbox<?>[0])));
    }

    /**
     * Declares mailboxes by number, as HJDS spells it: each takes everything, and smaller numbers go first.
     *
     * @param mailboxes how many, 1 to 62
     * @throws IllegalStateException if called outside a factory
     * @throws IllegalArgumentException if the number is out of bounds
     */
    protected Selector(int mailboxes) {
        this.cell = requireCell();
        cell.adopt(this, SelectorKind.of(getClass(), SelectorKind.numbered(mailboxes)));
    }

    /** Returns what runs a factory. */
    static Cell current() {
        Cell current = Cell.current();
        if (current == null) {
            throw new IllegalStateException("a factory was called outside create(...), which returns a handle");
        }
        return current;
    }

    /**
     * Adds a local synchronisation constraint for a class of selectors, its subclasses included: a message of the mailbox is
     * processed only in a state that allows it by all of its constraints, those of {@link Mailbox#when} and of superclasses
     * first. So a subclass adds what it needs, and repeats nothing:
     *
     * <pre>{@code
     * final class LockableBuffer extends BoundedBuffer {
     *   static {
     *     constrain(LockableBuffer.class, PUTS, (self, put) -> !self.isLocked);
     *     constrain(LockableBuffer.class, TAKES, (self, take) -> !self.isLocked);
     *   }
     *   private boolean isLocked;
     *   ...
     * }
     * }</pre>
     *
     * <p>Constraints only take away: no subclass can allow what a superclass doesn't. Two that contradict each other keep the
     * mailbox closed, which an ending of the run names. (Constraints that subclasses only add to: S. Frølund,
     * <i>Inheritance of Synchronization Constraints in Concurrent Object-Oriented Programming Languages</i>, 1992.)
     *
     * @param kind the class that adds it, in its static initialiser
     * @param mailbox one that the class or a superclass declares
     * @param allowed decides from the selector's state and the message; must not change anything; if it throws, the
     *     selector fails
     * @param <S> the class
     * @param <N> what the mailbox accepts
     * @throws IllegalStateException if a selector of the class or a subclass has been made already
     */
    protected static <S extends Selector<?>, N> void constrain(
            Class<S> kind, Mailbox<N> mailbox, BiPredicate<? super S, ? super N> allowed) {
        Given.type(kind, "kind");
        Given.mailbox(mailbox, "mailbox");
        Given.function(allowed, "allowed");
        SelectorKind.constrain(kind, mailbox, Mailbox.constraint(kind, mailbox.type(), allowed));
    }

    private Cell requireCell() {
        Cell current = Cell.current();
        if (current == null) {
            throw new IllegalStateException(
                    "new " + getClass().getName() + "(...) was called outside a factory; write create(() -> new "
                            + getClass().getSimpleName() + "(...)), which returns a handle");
        }
        return current;
    }

    /** Its part, for what its own code asks in its own turn. */
    private Cell turn(String what) {
        cell.requireTurn(what);
        return cell;
    }

    /** The same for what it asks to pass on, which its code could as well have kept. */
    private Cell turnToTell(String what) {
        cell.requireTurn(what, "ask for it there, and keep what it returns in a field or a variable");
        return cell;
    }

    /**
     * Processes one message.
     *
     * @param message the message
     * @throws Exception this selector ends
     */
    protected abstract void process(M message) throws Exception;

    /**
     * Called once, after the constructor and before the first message.
     *
     * @throws Exception this selector ends
     */
    protected void preStart() throws Exception {}

    /**
     * Called once, after the last message, also after a failure, and before a failed selector is restarted.
     *
     * @throws Exception logged, without further effect
     */
    protected void postExit() throws Exception {}

    /**
     * Returns the handle of this selector.
     *
     * @return a handle, to be sent in messages
     */
    protected final Handle<M> self() {
        return new Handle<>(
                SelectorPlace.of(turnToTell("asks for its own handle")).kernel(), cell);
    }

    /**
     * Returns the place where this selector lives.
     *
     * @return the place
     */
    protected final Place here() {
        return SelectorPlace.of(turnToTell("asks for its own place")).here();
    }

    /**
     * Returns the system that this selector is part of, to create others, find places, or report.
     *
     * @return the system at this place
     */
    protected final SelectorSystem system() {
        return SelectorPlace.of(turnToTell("asks for its own system"));
    }

    /**
     * Creates a selector at this place.
     *
     * @param factory constructs it
     * @param <N> its messages
     * @return its handle, usable at once
     */
    protected final <N> Handle<N> create(SelectorFactory<N> factory) {
        return SelectorPlace.of(turn("creates a selector")).create(factory);
    }

    /**
     * Creates a selector at a place.
     *
     * @param at the place
     * @param factory constructs it, at that place
     * @param <N> its messages
     * @return its handle, usable at once
     * @throws UnsendableException if the factory captures what can't travel
     */
    protected final <N> Handle<N> create(Place at, SelectorFactory<N> factory) {
        return SelectorPlace.of(turn("creates a selector")).create(at, factory);
    }

    /**
     * Creates a selector at a place that the runtime chooses.
     *
     * @param where how it chooses
     * @param factory constructs it, at that place
     * @param <N> its messages
     * @return its handle, usable at once
     * @throws UnsendableException if another place is chosen, and the factory captures what can't travel
     */
    protected final <N> Handle<N> create(Placement where, SelectorFactory<N> factory) {
        return SelectorPlace.of(turn("creates a selector")).create(where, factory);
    }

    /**
     * Creates a group of selectors of one kind at this place.
     *
     * @param members how many, 1 to 16,777,216
     * @param factory constructs each, given its index
     * @param <N> their messages
     * @return the group, usable at once
     */
    protected final <N> Group<N> createGroup(int members, Group.Factory<N> factory) {
        return SelectorPlace.of(turn("creates a group")).createGroup(members, factory);
    }

    /**
     * Creates a group of selectors of one kind at several places; see {@link SelectorSystem#createGroup(int, Distribution,
     * Group.Factory)}.
     *
     * @param members how many, 1 to 16,777,216
     * @param distribution which of them live where
     * @param factory constructs each, given its index
     * @param <N> their messages
     * @return the group, usable at once
     */
    protected final <N> Group<N> createGroup(int members, Distribution distribution, Group.Factory<N> factory) {
        return SelectorPlace.of(turn("creates a group")).createGroup(members, distribution, factory);
    }

    /**
     * Opens or closes the guard of a mailbox, from the next message on.
     *
     * @param mailbox one that this selector has declared
     * @param enabled whether its messages may be processed
     * @throws IllegalArgumentException if it isn't declared
     */
    protected final void setEnabled(Mailbox<? extends M> mailbox, boolean enabled) {
        turn("opens or closes a guard").setEnabled(index(mailbox), enabled);
    }

    /**
     * Opens the guard of a mailbox.
     *
     * @param mailbox its position in the declaration, from 0
     */
    protected final void enable(int mailbox) {
        turn("opens a guard").setEnabled(index(mailbox, ""), true);
    }

    /**
     * Closes the guard of a mailbox.
     *
     * @param mailbox its position in the declaration, from 0
     */
    protected final void disable(int mailbox) {
        turn("closes a guard").setEnabled(index(mailbox, ""), false);
    }

    /**
     * Returns whether a mailbox is enabled.
     *
     * @param mailbox one that this selector has declared
     * @return whether its guard is open
     */
    protected final boolean isEnabled(Mailbox<? extends M> mailbox) {
        return turn("asks for a guard").isEnabled(index(mailbox));
    }

    /**
     * Returns how many messages wait in a mailbox, those not counted that have arrived since the present turn began.
     *
     * @param mailbox one that this selector has declared
     * @return its size
     */
    protected final int size(Mailbox<? extends M> mailbox) {
        return turn("asks for the size of a mailbox").size(index(mailbox));
    }

    private int index(Mailbox<?> mailbox) {
        return index(Given.mailbox(mailbox, "mailbox").id(), mailbox.name());
    }

    private int index(int named, String name) {
        int index = cell.layout().index(named);
        if (index < 0) {
            String shown = name.isEmpty() ? "number " + named : name;
            throw new IllegalArgumentException(
                    "mailbox " + shown + " isn't declared by " + cell + "; declare it in super(...)");
        }
        return index;
    }

    /** Exits after the present message. What waits in the mailboxes becomes dead letters. */
    protected final void exit() {
        turn("exits").exit();
    }

    /** Stops processing messages after the present one until {@link Handle#resume}; mail is collected. */
    protected final void pause() {
        turn("pauses").paused(true);
    }

    /**
     * Asks to be told when a selector exits: {@link Exited} is processed as a message of the given mailbox, but whatever its
     * guard. If the watched one has exited already or never existed, that is told at once.
     *
     * @param who the handle of the selector to watch
     * @param mailbox one that this selector has declared
     * @throws IllegalStateException if it waits for 1,024 notices of the same exit in the same mailbox already
     */
    protected final void watch(Handle<?> who, Mailbox<? super Exited> mailbox) {
        turn("watches another");
        Given.handle(who, "who");
        index(mailbox);
        SelectorPlace.of(cell).kernel().watches().watch(cell, who.target(), mailbox.id());
    }

    /**
     * Asks to be told when a selector exits, in the words of this selector's own protocol.
     *
     * @param who the handle of the selector to watch
     * @param mailbox one that this selector has declared
     * @param translate makes the message of the notice
     * @param <N> what the mailbox accepts
     * @throws IllegalStateException if it waits for 1,024 notices of the same exit in the same mailbox already
     */
    protected final <N extends M> void watch(Handle<?> who, Mailbox<N> mailbox, Translation<? extends N> translate) {
        turn("watches another");
        Given.handle(who, "who");
        Given.function(translate, "translate");
        index(mailbox);
        conduct().translate(who, translate);
        SelectorPlace.of(cell).kernel().watches().watch(cell, who.target(), mailbox.id());
    }

    /**
     * Makes a message of an exit notice. It moves with the selector, so a lambda captures only what may travel, and the
     * selector itself.
     *
     * @param <N> the message
     */
    @FunctionalInterface
    public interface Translation<N> extends Function<Exited, N>, Serializable {}

    // ---- moving ---------------------------------------------------------------------------------------------------

    /**
     * Moves to another place, after the present message. Without effect for a place where this selector is already.
     *
     * <p><b>What moves.</b> The fields, those of superclasses too, as messages travel; {@code transient} ones come as null or
     * zero, for {@link #afterMove} to set. A field may hold objects that refer to this selector, but no lambda. What waits in
     * the mailboxes, in order; guards; the behaviour ({@link #become}); timers, with the times that are left; watches both
     * ways; supervision; membership of groups; pause. No constructor is called. The handle stays good everywhere, and the
     * order of messages is kept.
     *
     * <p><b>What it waits for.</b> Answers to this selector's requests and joins follow it, and what goes on with them runs
     * where it is by then ({@link Answer}, {@link Join}). Futures ({@link #pipeTo(CompletionStage, Function, Function)
     * pipeTo}), and answers with a continuation that can't travel, come to the place where they are waited for. So the
     * selector works on here until those have come for which it waits at the end of the present message, and moves then, unless
     * it waits for others of these.
     *
     * <p><b>What refuses.</b> A field, or what a continuation captures, that can't travel, the path to which is told to
     * the one that has asked for the move, or logged after this method; a class that is {@link Immovable}; a {@link #beforeMove}
     * that throws; a place that is lost, or is lost meanwhile: then {@link #afterMove} is called here. The selector goes on here
     * then.
     *
     * @param place where to
     * @throws IllegalArgumentException if the run has never had such a place
     */
    protected final void migrateTo(Place place) {
        turn("moves");
        Given.place(place, "place");
        Leaving.of(cell)
                .order(new MoveOrder(cell.parts(), SelectorPlace.of(cell).memberEver(place.id()), null));
    }

    /**
     * Called before this selector moves, as the last of its code at the present place: to release what can't travel. What is
     * sent here is sent. It must neither ask nor exit.
     *
     * <p>Each call is followed by one of {@link #afterMove}, before any message, unless the place is lost.
     *
     * @param to where it is to move
     * @throws Exception the move is refused
     */
    protected void beforeMove(Place to) throws Exception {}

    /**
     * Called after this selector has moved, as the first of its code at the new place: to set {@code transient} fields and
     * acquire what {@link #beforeMove} has released. Also called, at the old place, when the move was refused after {@code
     * beforeMove}, when the new place was lost before the selector lived there, and when this selector was muted for what it sent in
     * {@code beforeMove}: then the move is tried once more when it isn't muted any more, with another call of {@code beforeMove}.
     *
     * @param from where it was before; the place itself if the move has come to nothing, or hasn't begun
     * @throws Exception this selector fails
     */
    protected void afterMove(Place from) throws Exception {}

    /** Subscribes itself, as its class says. */
    final void subscribe(Class<?> topic, int mailbox) {
        Fact fact = Fact.of(topic);
        if (fact == null) {
            SelectorPlace.of(cell)
                    .topics()
                    .order(
                            Subscriptions.Order.What.SUBSCRIBE,
                            topic,
                            new Handle<>(SelectorPlace.of(cell).kernel(), cell),
                            mailbox,
                            null);
        } else {
            Subscriptions.subscribe(cell, fact, mailbox);
        }
    }

    /** It is constructed, and lives from now on. */
    final void begin() throws Exception {
        Subscriptions.started(cell);
        preStart();
    }

    final Packed pack(String[] words, List<String> conditionOf, List<Object> conditions) {
        Conduct<M> now = conduct == null ? new Conduct<>() : conduct;
        return now.pack(this, words, conditionOf, conditions);
    }

    /** It is here now. */
    final void unpack(Cell here, Packed packed) {
        cell = here;
        conduct = Conduct.of(packed);
    }

    // ---- time -----------------------------------------------------------------------------------------------------

    /**
     * Sets a timer: the selector gets a message after a while, in the first declared mailbox that accepts its type.
     *
     * @param delay how long from now, 0 to 36,500 days
     * @param message immutable, or never touched again
     * @return to cancel it
     * @throws IllegalArgumentException if the delay is out of bounds, or no mailbox accepts the message
     */
    protected final Timer after(Duration delay, M message) {
        return timer(Ticker.Rule.ONCE, Timer.nanos(delay, 0, "delay"), Cell.BY_TYPE, message);
    }

    /**
     * Sets a timer for a mailbox; otherwise like {@link #after(Duration, Object)}.
     *
     * @param delay how long from now, 0 to 36,500 days
     * @param mailbox one that this selector has declared
     * @param message immutable, or never touched again
     * @param <N> what the mailbox accepts
     * @return to cancel it
     * @throws IllegalArgumentException if the delay is out of bounds, or the mailbox isn't declared
     */
    protected final <N extends M> Timer after(Duration delay, Mailbox<? super N> mailbox, N message) {
        return timer(Ticker.Rule.ONCE, Timer.nanos(delay, 0, "delay"), index(mailbox), message);
    }

    /**
     * Sets a timer that goes on: the selector gets a message one period from now, and one period after that, and so on, in
     * the first declared mailbox that accepts its type. The n-th is due n periods from now, whatever became of those before;
     * what the selector can't keep up with is skipped ({@link Timer}).
     *
     * <p>For a pause between the end of one processing and the next message, whatever the processing takes, call {@link
     * #after(Duration, Object)} at the end of each.
     *
     * @param period from now to the first and from each to the next, 1 ns to 36,500 days
     * @param message immutable, or never touched again; the same object each time
     * @return to cancel it
     * @throws IllegalArgumentException if the period is out of bounds, or no mailbox accepts the message
     */
    protected final Timer every(Duration period, M message) {
        return timer(Ticker.Rule.PERIODIC, Timer.nanos(period, 1, "period"), Cell.BY_TYPE, message);
    }

    /**
     * Sets a timer that goes on, for a mailbox; otherwise like {@link #every(Duration, Object)}.
     *
     * @param period from now to the first and from each to the next, 1 ns to 36,500 days
     * @param mailbox one that this selector has declared
     * @param message immutable, or never touched again; the same object each time
     * @param <N> what the mailbox accepts
     * @return to cancel it
     * @throws IllegalArgumentException if the period is out of bounds, or the mailbox isn't declared
     */
    protected final <N extends M> Timer every(Duration period, Mailbox<? super N> mailbox, N message) {
        return timer(Ticker.Rule.PERIODIC, Timer.nanos(period, 1, "period"), index(mailbox), message);
    }

    /**
     * Sets a timer for silence: the selector gets a message, in the first declared mailbox that accepts its type, whenever it
     * has processed nothing for a while. Messages of every mailbox count as something, those of timers too, and so do exit
     * notices and answers; mail that waits behind a guard doesn't. The message itself ends the silence: if it goes on being
     * quiet, the next comes as long after that.
     *
     * @param silence how long, 1 ns to 36,500 days
     * @param message immutable, or never touched again; the same object each time
     * @return to cancel it
     * @throws IllegalArgumentException if the time is out of bounds, or no mailbox accepts the message
     */
    protected final Timer receiveTimeout(Duration silence, M message) {
        return timer(Ticker.Rule.SILENCE, Timer.nanos(silence, 1, "silence"), Cell.BY_TYPE, message);
    }

    /**
     * Sets a timer for silence, for a mailbox; otherwise like {@link #receiveTimeout(Duration, Object)}.
     *
     * @param silence how long, 1 ns to 36,500 days
     * @param mailbox one that this selector has declared
     * @param message immutable, or never touched again; the same object each time
     * @param <N> what the mailbox accepts
     * @return to cancel it
     * @throws IllegalArgumentException if the time is out of bounds, or the mailbox isn't declared
     */
    protected final <N extends M> Timer receiveTimeout(Duration silence, Mailbox<? super N> mailbox, N message) {
        return timer(Ticker.Rule.SILENCE, Timer.nanos(silence, 1, "silence"), index(mailbox), message);
    }

    private Timer timer(Ticker.Rule rule, long nanos, int mailbox, M message) {
        return new Timer(Awaiting.of(turn("sets a timer")).set(rule, nanos, mailbox, Given.message(message)));
    }

    // ---- requests ---------------------------------------------------------------------------------------------------

    /**
     * Begins a join: several independent requests with one continuation, which runs when all of them, or enough, have
     * answered.
     *
     * @param timeout how long each request waits for its answer; it doesn't keep a run open
     * @param <R> what the answers have in common
     * @return a join without requests
     * @throws IllegalArgumentException if the time-out isn't positive
     * @throws IllegalStateException if called outside this selector's own constructor and handlers
     */
    protected final <R> Join<R> join(Duration timeout) {
        return new Join<>(cell, timeout);
    }

    // ---- futures ----------------------------------------------------------------------------------------------------

    /**
     * Awaits the outcome of a future, such as an HTTP exchange or a query, and puts a message made of it into a mailbox,
     * where guard, priority and constraint hold as for any other.
     *
     * <p>The message is made in this selector's own turn, also if the future is complete already, but never within the present
     * handler; the selector fails if the function throws or returns null. A {@link java.util.concurrent.CompletionException}
     * counts as its cause. What the future did before it completed happens-before the function.
     *
     * <p>The run stays open until the future completes or the selector exits; an outcome after that is a dead letter. So a
     * future that may never complete needs a time-out ({@link java.util.concurrent.CompletableFuture#orTimeout orTimeout}).
     *
     * @param mailbox one that this selector has declared
     * @param source the future, completed by any thread
     * @param ofValue makes the message of the value
     * @param ofFailure makes the message of the failure
     * @param <T> the value
     * @param <N> what the mailbox accepts
     * @throws IllegalArgumentException if the mailbox isn't declared
     */
    protected final <T extends @Nullable Object, N extends M> void pipeTo(
            Mailbox<N> mailbox,
            CompletionStage<T> source,
            Function<? super T, ? extends N> ofValue,
            Function<? super Throwable, ? extends N> ofFailure) {
        turn("awaits a future");
        pipe(index(mailbox), source, ofValue, ofFailure);
    }

    /**
     * Awaits the outcome of a future and puts a message made of it into the first declared mailbox that accepts its type;
     * otherwise like {@link #pipeTo(Mailbox, CompletionStage, Function, Function)}. If none accepts it, it is a dead letter.
     *
     * @param source the future, completed by any thread
     * @param ofValue makes the message of the value
     * @param ofFailure makes the message of the failure
     * @param <T> the value
     */
    protected final <T extends @Nullable Object> void pipeTo(
            CompletionStage<T> source,
            Function<? super T, ? extends M> ofValue,
            Function<? super Throwable, ? extends M> ofFailure) {
        turn("awaits a future");
        pipe(Cell.BY_TYPE, source, ofValue, ofFailure);
    }

    private <T extends @Nullable Object> void pipe(
            int mailbox,
            CompletionStage<T> source,
            Function<? super T, ? extends M> ofValue,
            Function<? super Throwable, ? extends M> ofFailure) {
        Given.value(source, "source");
        Given.function(ofValue, "ofValue");
        Given.function(ofFailure, "ofFailure");
        Awaiting.of(cell).outcome(source, mailbox, ofValue, ofFailure);
    }

    // ---- behaviour --------------------------------------------------------------------------------------------------

    /**
     * Replaces what this selector does with its messages, from the next message on: {@code next} is called in place of {@link
     * #process}. Usually a method of the selector itself, as in {@code become(this::green)}.
     *
     * <p>Nothing else changes. Mail stays where it waits, and is processed by the behaviour of the time when its turn comes; guards,
     * priorities, constraints, timers and watches stay as they are; continuations are no messages, and run as they were written.
     *
     * @param next from the next message on
     */
    protected final void become(Behaviour<? super M> next) {
        turn("changes its behaviour");
        Given.function(next, "next");
        conduct().become(next);
    }

    /**
     * Replaces the behaviour, and opens the guards of the mailboxes that the new one takes, and closes those of all others, in
     * which mail goes on collecting, in order. Otherwise like {@link #become(Behaviour)}.
     *
     * @param next from the next message on
     * @param mailbox one that this selector has declared; open from now on
     * @param others more of them
     * @throws IllegalArgumentException if one isn't declared; nothing is changed then
     */
    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    protected final void become(
            Behaviour<? super M> next, Mailbox<? extends M> mailbox, Mailbox<? extends M>... others) {
        turn("changes its behaviour");
        Given.function(next, "next");
        Given.array(others, "others");
        long open = 1L << index(mailbox);
        for (Mailbox<? extends M> each : others) {
            open |= 1L << index(each);
        }
        become(next);
        for (int i = 0; i < cell.layout().size(); i++) {
            cell.setEnabled(i, (open & (1L << i)) != 0);
        }
    }

    /** Goes back to {@link #process}, from the next message on; guards stay as they are. */
    protected final void unbecome() {
        turn("changes its behaviour");
        if (conduct != null) {
            conduct.become(null);
        }
    }

    private Conduct<M> conduct() {
        Conduct<M> known = conduct;
        if (known == null) {
            known = new Conduct<>();
            conduct = known;
        }
        return known;
    }

    /** Processes a message or a notice in the way that is in force. */
    final void conducted(M message) throws Exception {
        if (conduct == null) {
            process(message);
        } else {
            conduct.process(this, message);
        }
    }
}
