package org.sojourn.strands;

import java.lang.reflect.UndeclaredThrowableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.mail.Layout;
import org.sojourn.kernel.mail.Mail;
import org.sojourn.kernel.move.Departure;
import org.sojourn.kernel.part.Cell;
import org.sojourn.kernel.part.Feature;
import org.sojourn.kernel.part.Leaving;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.time.Awaiting;
import org.sojourn.selectors.ExitReason;
import org.sojourn.selectors.Exited;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.Selector;
import org.sojourn.selectors.Timer;
import org.sojourn.weave.frame.Capture;
import org.sojourn.weave.run.Freezer;

/**
 * A part in plain Java: a selector whose code is one method that runs from its beginning to its end, and hops, waits and is moved in the middle of it.
 *
 * <pre>{@code
 * final class Walker extends Strand<Object> {
 *   private final Handle<String> report;
 *
 *   Walker(Handle<String> report) {
 *     this.report = report;
 *   }
 *
 *   @Override
 *   protected void run() {
 *     long free = 0;
 *     for (Place place : system().places()) {
 *       hopTo(place);                                        // the next line runs there
 *       free += Runtime.getRuntime().freeMemory();
 *     }
 *     report.send(free + " bytes are free");
 *   }
 * }
 * }</pre>
 *
 * <p><b>Frames.</b> Where a strand hops or waits its frames leave the stack, from the innermost to {@link #run}, and the thread is free for others. They
 * go on when that is over, which may be at another place. So it may be as deep in its own methods as it likes; but all of them, up
 * to {@code run}, must be woven: those of the program are, {@code ./sojourn run} sees to that; those of the JDK aren't. In {@code
 * list.forEach(each -> hopTo(each))} it is refused by an {@link IllegalStateException} that names the method in between, and so it is in a constructor or
 * an initialiser of a class. While a frame holds a monitor ({@code synchronized}) it is refused likewise.
 *
 * <p><b>Moving.</b> A strand hops by itself, or is moved: by {@code SelectorSystem.move}, by a balancer or a drain. Then it leaves where it waits, or at the next
 * turn of a loop. With it go its fields, its mail, and all that the variables of its frames refer to, as messages travel: what has two references is one
 * object afterwards, too, and an object to which others refer as well is copied. Iterators of the JDK's collections go on with the
 * elements that were left, and can't remove; nor can one of a strand that stays because those elements can't travel. A value that can't travel keeps
 * the strand where it is: {@code hopTo} throws, and an order to move is refused.
 *
 * <p><b>Mail.</b> It declares mailboxes as a selector does. They collect until it {@linkplain #receive() receives}; priorities, constraints and
 * bounds hold. A notice of an exit ({@link #watch}) waits for a {@code receive}, too.
 *
 * <p><b>End.</b> It exits when {@code run} returns, and fails when that throws. When it is {@linkplain Handle#stop stopped}, which a loop
 * notices, its frames are dropped where they are: {@code finally} blocks don't run, {@link #postExit} does. A
 * restart ({@code Supervision}) begins with another object, and with {@code run}.
 *
 * <p>What selectors have by callbacks, a strand has by methods that wait: {@link #ask} for {@code request}, {@link #await} for {@code pipeTo}, {@link
 * #sleep} for {@code after}. The others may be used, too; their continuations run while the strand waits. {@code become} has no
 * effect. All methods here are for the strand's own code.
 *
 * @param <M> its messages; {@code Object} if it gets none
 */
public abstract class Strand<M> extends Selector<M> {
    private static final Mailbox<Exited> EXITS =
            Mailbox.of("exits of others", Exited.class).initiallyDisabled();
    private static final Mailbox<Wake> WAKES = Mailbox.of("wakes of the strand", Wake.class);

    private static final Feature.Own UNMISSED = new Feature.Own() {
        @Override
        public int number() {
            return -1;
        }

        @Override
        public void taken() {}
    };

    /** How many mailboxes it has that the program hasn't declared. */
    private static final int OWN = 2;

    /** The number of what it waits for, or did last. */
    private long wait;

    /** Whether that is a message. */
    private boolean isReceiving;

    /** Where it hops; null if it doesn't. */
    private @Nullable Place bound;

    /** The number of the place at which it has set out for that, the last time. */
    private int from;

    /** Whose end it waits for. */
    private @Nullable Handle<?> ends;

    /** Until when it waits. */
    private @Nullable Timer limit;

    /** Notices that have come while it waited for something else. */
    private final List<M> early = new ArrayList<>(0);

    /** For each of these the number of the mailbox in which it has come: a list of its own, as only plain values travel. */
    private final List<Integer> earlyIn = new ArrayList<>(0);

    /**
     * Declares mailboxes, in order of priority unless they say otherwise.
     *
     * @param mailboxes 1 to 60 with different names; none means one mailbox that takes everything
     * @throws IllegalStateException if called outside a factory
     * @throws IllegalArgumentException if there are too many mailboxes, or two have one name
     */
    @SafeVarargs
    protected Strand(Mailbox<? extends M>... mailboxes) {
        if (mailboxes.length > Layout.MAX_MAILBOXES - OWN) {
            throw new IllegalArgumentException(
                    "a strand with " + mailboxes.length + " mailboxes; it has up to " + (Layout.MAX_MAILBOXES - OWN));
        }
        List<Mailbox<? extends M>> all = new ArrayList<>();
        for (Mailbox<? extends M> each : mailboxes) {
            all.add(each.initiallyDisabled());
        }
        if (all.isEmpty()) {
            all.add(own(Mailbox.of("mailbox 0", Object.class).initiallyDisabled()));
        }
        all.add(own(EXITS));
        all.add(own(WAKES));
        super(all);
    }

    /** One whose first mailbox is always open, and which receives from none. */
    Strand(Mailbox<? extends M> open, @Nullable Void receivesNothing) {
        super(List.of(open, own(EXITS), own(WAKES)));
    }

    @SuppressWarnings("unchecked") // only strands send to their own mailboxes, and take what comes from them
    static <T> T own(Object mailboxOrMessage) {
        return (T) mailboxOrMessage;
    }

    /**
     * What the strand does. It exits when this returns.
     *
     * @throws Exception it fails
     */
    protected abstract void run() throws Exception;

    // ---- hopping ----------------------------------------------------------------------------------------------------

    /**
     * Goes to another place and goes on there. Without effect at that place.
     *
     * @param place where to
     * @throws HopRefusedException if it can't: something doesn't travel, or the place is lost or leaves the run. The strand is where it was
     * @throws IllegalStateException if frames of others are between here and {@link #run}, or one holds a monitor
     */
    protected final void hopTo(Place place) {
        Cell cell = turn("hops");
        Objects.requireNonNull(place, "place is null; give one of places()");
        if (here().equals(place)) {
            return;
        }
        Capture leaves = leaves(cell, "hop");
        bound = place;
        order(cell, place);
        throw leaves;
    }

    private void order(Cell cell, Place to) {
        from = cell.site().self().place();
        Member member = cell.site().switchboard().member(to.id());
        if (member == null || !cell.site().switchboard().isUsable(member)) {
            wake(cell, Wake.What.STAYS, "place " + to + " is not in the run, or lost");
        } else {
            Leaving.of(cell).order(new Hop(this, cell, member, wait));
        }
    }

    /**
     * A strand wants to go.
     *
     * @param number of what it waits for then
     */
    private record Hop(Strand<?> strand, Cell cell, Member to, long number) implements Departure {
        @Override
        public boolean isOwn() {
            return true;
        }

        /** Somebody else's order comes first; then it sets out again, as from where it was moved. */
        @Override
        public void replaced(String reason) {
            leave(Wake.What.MOVED, null);
        }

        @Override
        public void refused(String reason) {
            leave(Wake.What.STAYS, reason);
        }

        private void leave(Wake.What what, @Nullable String reason) {
            int at = cell.site().self().place();
            strand.leave(cell, new Wake(number, what, reason, at));
        }
    }

    /**
     * It has moved, for whatever reason, and has its frames again. Where it is back where it has set out it is told by another: by {@link Hop}, if the
     * place refuses it, or by where it was meanwhile.
     */
    final void hasCome(Cell cell) {
        if (bound != null && cell.site().self().place() != from) {
            leave(cell, new Wake(wait, Wake.What.MOVED, null, cell.site().self().place()));
        }
    }

    // ---- waiting ----------------------------------------------------------------------------------------------------

    /**
     * Waits for a message, in whichever of its mailboxes.
     *
     * @return the message that goes next
     */
    protected final M receive() {
        return received(null);
    }

    /**
     * Waits for a message, but not for ever.
     *
     * @param atMost how long
     * @return the message; null if none has come
     */
    protected final @Nullable M receive(Duration atMost) {
        return received(Objects.requireNonNull(atMost, "atMost is null; give a time, such as Duration.ofSeconds(10)"));
    }

    private M received(@Nullable Duration atMost) {
        Cell cell = turn("receives");
        if (!early.isEmpty()) {
            return early(0);
        }
        Capture leaves = leaves(cell, "receive");
        limit(atMost);
        setAllEnabled(cell, true);
        isReceiving = true;
        throw leaves;
    }

    /**
     * Waits for a message in one of its mailboxes. The others go on collecting.
     *
     * @param mailbox one that it has declared
     * @param <N> what that accepts
     * @return its next message
     * @throws IllegalArgumentException if it isn't declared
     */
    protected final <N extends M> N receive(Mailbox<N> mailbox) {
        return received(mailbox, null);
    }

    /**
     * Waits for a message in one of its mailboxes, but not for ever.
     *
     * @param mailbox one that it has declared
     * @param atMost how long
     * @param <N> what that accepts
     * @return its next message; null if none has come
     * @throws IllegalArgumentException if it isn't declared
     */
    protected final <N extends M> @Nullable N receive(Mailbox<N> mailbox, Duration atMost) {
        return received(
                mailbox, Objects.requireNonNull(atMost, "atMost is null; give a time, such as Duration.ofSeconds(10)"));
    }

    private <N extends M> N received(Mailbox<N> mailbox, @Nullable Duration atMost) {
        Cell cell = turn("receives");
        for (int i = 0; i < early.size(); i++) {
            boolean isItsOwn = cell.layout().spec(earlyIn.get(i)).name().equals(mailbox.name());
            if (isItsOwn && mailbox.type().isInstance(early.get(i))) {
                return mailbox.type().cast(early(i));
            }
        }
        Capture leaves = leaves(cell, "receive");
        limit(atMost);
        setAllEnabled(cell, false); // also those that the program has opened
        setEnabled(mailbox, true);
        isReceiving = true;
        throw leaves;
    }

    /** Takes what has come before. */
    private M early(int number) {
        earlyIn.remove(number);
        return early.remove(number);
    }

    /** Those that the program has declared. */
    void setAllEnabled(Cell cell, boolean isEnabled) {
        for (int i = cell.layout().size() - OWN; i > 0; i--) {
            cell.setEnabled(i - 1, isEnabled);
        }
    }

    /**
     * Asks, and waits for the answer.
     *
     * @param who the handle of the selector to ask
     * @param question makes the message
     * @param atMost how long to wait
     * @param <N> the messages of the selector that is asked
     * @param <R> the answer
     * @return the answer
     * @throws org.sojourn.selectors.SojournException if there is none: as {@link Handle#request} says
     */
    protected final <N, R> R ask(Handle<N> who, Function<ReplyTo<R>, ? extends N> question, Duration atMost) {
        Cell cell = turn("asks");
        Objects.requireNonNull(who, "who is null; give a handle");
        Capture leaves = leaves(cell, "ask");
        long number = wait;
        who.request(question, atMost).handle((answer, failure) -> answered(number, answer, failure));
        throw leaves;
    }

    /** In a turn of this strand, wherever it is by then. */
    private boolean answered(long number, @Nullable Object answer, @Nullable Throwable failure) {
        Cell cell = turn("gets an answer");
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        leave(
                cell,
                cause == null
                        ? new Wake(number, Wake.What.CAME, answer, 0)
                        : new Wake(number, Wake.What.FAILED, cause, 0));
        return true;
    }

    /**
     * Waits for a future. The strand stays at its place until that is complete.
     *
     * @param future completed by any thread
     * @param <T> its value
     * @return the value
     * @throws Exception what the future has failed with
     */
    protected final <T extends @Nullable Object> T await(CompletionStage<T> future) throws Exception {
        Cell cell = turn("awaits a future");
        Objects.requireNonNull(future, "future is null; give one that will complete");
        Capture leaves = leaves(cell, "await a future");
        long number = wait;
        Awaiting.of(cell)
                .outcome(
                        future,
                        index(cell),
                        value -> new Wake(number, Wake.What.CAME, value, 0),
                        failure -> new Wake(number, Wake.What.FAILED, failure, 0));
        throw leaves;
    }

    /**
     * Waits for a while, in which the thread is free for others.
     *
     * @param time how long
     */
    protected final void sleep(Duration time) {
        Cell cell = turn("sleeps");
        Objects.requireNonNull(time, "time is null; give one, such as Duration.ofSeconds(1)");
        Capture leaves = leaves(cell, "sleep");
        limit(time);
        throw leaves;
    }

    /**
     * Waits until another part has exited, as {@link Thread#join} does for a thread.
     *
     * @param who the handle of the other strand
     * @return why it has; {@link ExitReason.Unknown} of one that has exited before, or never was
     * @throws IllegalArgumentException if it is the strand itself
     */
    protected final ExitReason join(Handle<?> who) {
        Cell cell = turn("joins another");
        Objects.requireNonNull(who, "who is null; give a handle");
        if (who.equals(self())) {
            throw new IllegalArgumentException(cell + " can't wait for its own end; it has ended when run() returns");
        }
        Capture leaves = leaves(cell, "join");
        watch(who, EXITS);
        ends = who;
        throw leaves;
    }

    /**
     * Waits for what a job comes to.
     *
     * @param job its handle
     * @param atMost how long to wait
     * @param <R> what it comes to
     * @return that
     * @throws org.sojourn.selectors.SojournException if it has come to nothing: it has failed, with that as the cause; it was stopped or lost; it takes
     *     longer; or it has ended and told somebody else before
     */
    protected final <R> R join(Handle<Job.Claim<R>> job, Duration atMost) {
        Objects.requireNonNull(job, "job is null; give the handle of one");
        return ask(job, Job.Claim::new, atMost);
    }

    /** Gives way to others that wait for the thread, and goes on when it is this one's turn again. */
    protected final void giveWay() {
        Cell cell = turn("gives way");
        Capture leaves = leaves(cell, "give way");
        wake(cell, Wake.What.GO_ON, null);
        throw leaves;
    }

    /** It waits no longer than that, if that is given. A time that is none is refused: so before anything that it waits for may come. */
    private void limit(@Nullable Duration atMost) {
        if (atMost != null) {
            limit = after(atMost, own(WAKES), own(new Wake(wait, Wake.What.LATE, null, 0)));
        }
    }

    /** What is to be thrown so that it waits, under a new number. */
    private Capture leaves(Cell cell, String what) {
        Course course = Course.running(cell);
        if (course == null) {
            throw new IllegalStateException(cell + " can't " + what
                    + " here: only in run(), and what that calls; not in code that is called while its variables are"
                    + " encoded, such as an accessor of a record");
        }
        String refusal = Freezer.refusal(Course.class, "run()");
        Capture capture = refusal.isEmpty() ? Freezer.captureAll(Course.class, course::waits) : null;
        if (capture == null) {
            throw new IllegalStateException(cell + " can't " + what + " here, " + refusal);
        }
        settle(cell);
        return capture;
    }

    // ---- going on ---------------------------------------------------------------------------------------------------

    /** Has {@link #run} begin. */
    @Override
    protected final void preStart() {
        Cell cell = turn("begins");
        wait = (long) cell.life() << Integer.SIZE; // what came for a life before means nothing in this one
        wake(cell, Wake.What.GO_ON, null);
    }

    @Override
    protected final void process(M message) throws Exception {
        Object came = message;
        if (isClaim(message)) {
            return;
        }
        if (came instanceof Wake wake) {
            woken(wake);
            return;
        }
        Cell cell = turn("receives");
        int in = cell.mailbox();
        boolean isOfJoin = in == cell.layout().size() - OWN;
        if (isOfJoin && came instanceof Exited exited && ends != null && ends.equals(exited.who())) {
            goOn(exited.reason(), null);
        } else if (isReceiving && cell.isEnabled(in)) { // a notice comes whatever the guards are
            goOn(message, null);
        } else {
            early.add(message);
            earlyIn.add(in);
        }
    }

    private void woken(Wake wake) throws Exception {
        if (wake.number() != wait) {
            return;
        }
        switch (wake.what()) {
            case GO_ON, LATE -> goOn(null, null);
            case CAME -> goOn(wake.value(), null);
            case FAILED -> goOn(null, (Throwable) Objects.requireNonNull(wake.value()));
            case MOVED -> arrived();
            case STAYS -> {
                if (wake.place() == here().id()) {
                    goOn(null, new HopRefusedException(this + " can't hop to " + bound + ": " + wake.value()));
                }
            }
        }
    }

    private void arrived() throws Exception {
        Place to = Objects.requireNonNull(bound);
        if (here().equals(to)) {
            goOn(null, null);
        } else {
            wait++; // it was moved elsewhere meanwhile
            order(turn("hops"), to);
        }
    }

    private void goOn(@Nullable Object value, @Nullable Throwable failure) throws Exception {
        Cell cell = turn("goes on");
        settle(cell);
        Course course = Course.of(cell);
        Object came;
        try {
            Looking.enter(cell, this, course.strands());
            came = course.run(this, value, failure);
        } catch (Throwable e) {
            isFailing(cell, e);
            return;
        } finally {
            Looking.leave(cell);
        }
        if (course.isOver()) {
            ended(came);
        }
    }

    /** It has come to its end, with what {@link Course#run} says. */
    void ended(@Nullable Object value) {
        exit();
    }

    /** It has failed: as all parts do, unless somebody may ask for it. */
    void isFailing(Cell cell, Throwable thrown) throws Exception {
        switch (thrown) {
            case Exception exception -> throw exception;
            case Error error -> throw error;
            default -> throw new UndeclaredThrowableException(thrown);
        }
    }

    /** Whether a message is one that asks for its outcome; takes it then. */
    boolean isClaim(Object message) {
        return false;
    }

    /** It waits for what it waited for no more. */
    private void settle(Cell cell) {
        wait++;
        unbecome(); // what it was woken by would go to that
        if (isReceiving) {
            isReceiving = false;
            setAllEnabled(cell, false);
        }
        if (limit != null) {
            limit.cancel();
            limit = null;
        }
        bound = null;
        ends = null;
    }

    /** Its frames have left the stack at a poll. */
    final void hasPaused(Cell cell) {
        wake(cell, Wake.What.GO_ON, null);
    }

    /** Has it go on, by a message that nobody misses if it ends before. In its turn. */
    private void wake(Cell cell, Wake.What what, @Nullable Object value) {
        Wake wake = new Wake(wait, what, value, cell.site().self().place());
        cell.leave(new Mail(index(cell), wake, UNMISSED));
    }

    private void leave(Cell cell, Wake wake) {
        cell.leave(new Mail(index(cell), wake, null));
    }

    /** The number of the mailbox in which it is woken. */
    private static int index(Cell cell) {
        return cell.layout().size() - 1;
    }

    /** Its part, in its own turn. */
    private Cell turn(String what) {
        Cell cell = Cell.current();
        if (cell == null || cell.body() != this) {
            throw new IllegalStateException(this + " " + what + " outside its own run(), on thread \""
                    + Thread.currentThread().getName() + "\"; send it a message to do so there");
        }
        return cell;
    }

    @Override
    public String toString() {
        Cell cell = Cell.current();
        return cell != null && cell.body() == this
                ? cell.toString()
                : getClass().getName();
    }
}
