package org.sojourn.selectors;

import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.mail.DeadLetters;
import org.sojourn.kernel.part.Cell;
import org.sojourn.kernel.part.Target;

/**
 * Independent requests of a selector with one continuation, which runs when all of them, or enough, have been answered.
 * (Join continuations: W. Kim and G. Agha, <i>Efficient Support of Location Transparency in Concurrent Object-Oriented
 * Programming Languages</i>, 1995. What is known beforehand, their filled slots, a lambda captures.)
 *
 * <pre>{@code
 * Join<Vote> votes = join(Duration.ofSeconds(2));
 * participants.forEach(each -> votes.ask(each, Prepare::new));
 * votes.all(outcome -> decide(outcome.isComplete()));
 * }</pre>
 *
 * <p><b>Processing.</b> The requests are sent at once, by {@link #ask}; nothing waits. The continuation runs once, as a
 * processing of the selector, whatever its guards, however paused or muted: so selectors that ask each other in a cycle
 * with their own mailboxes closed get their answers. If everything that it waits for has ended already, it runs at once, within
 * {@link #all} or {@link #first}. The selector fails if it throws.
 *
 * <p><b>Without an answer.</b> A request that ends so (its time-out, an exited receiver, a lost place, {@link ReplyTo#fail}) is
 * part of the outcome. So the continuation always runs, unless the selector exits before, or the run ends: time-outs don't
 * keep it open.
 *
 * <p>For the selector's own constructor and handlers only.
 *
 * @param <R> what the answers have in common
 */
public final class Join<R> {
    /**
     * What a selector goes on with.
     *
     * @param <R> the answers
     */
    @FunctionalInterface
    public interface Continuation<R> extends Serializable {
        /**
         * Runs in the selector's turn.
         *
         * @param outcome what has come of the requests
         * @throws Exception the selector ends
         */
        void run(Joined<R> outcome) throws Exception;
    }

    private final Cell asker;
    private final Duration timeout;
    private final List<Slot<?>> slots = new ArrayList<>();
    private int answered;
    private int ended;

    /** How many answers are enough; with {@code isAll}, every request has to end. */
    private int wanted;

    private boolean isAll;
    private boolean isDecided;
    private @Nullable Continuation<R> continuation;

    Join(Cell asker, Duration timeout) {
        asker.requireTurn("begins a join");
        if (timeout.isNegative() || timeout.isZero()) {
            throw new IllegalArgumentException("a join with a time-out of " + timeout + "; it must be positive");
        }
        this.asker = asker;
        this.timeout = timeout;
    }

    /** One of the requests: open, answered, or ended without. */
    private final class Slot<T extends R> extends Request<T> {
        private Joined.@Nullable Got<R> got;
        private @Nullable Throwable failure;

        Slot(Target receiver) {
            super(asker, receiver, "one of several requests");
        }

        @Override
        void answer(T value) {
            if (isDecided) {
                // It was on its way when enough others were here.
                asker.kernel().deadLetters().add(asker.toString(), "an answer", value, DeadLetters.Cause.LATE_REPLY);
                return;
            }
            got = new Joined.Got<>(value);
            answered++;
            ended();
        }

        @Override
        protected void failed(Throwable cause) {
            failure = cause;
            ended();
        }

        private void ended() {
            ended++;
            decide();
        }

        private Joined.Result<R> close() {
            if (got == null && failure == null && address != null) {
                asker.kernel().requests().abandon(address);
            }
            return new Joined.Result<>(got, failure);
        }
    }

    /**
     * Asks: sends the message that {@code question} makes of a reply address.
     *
     * @param whom who is asked
     * @param question makes the message
     * @param <T> the answer
     * @param <N> the messages of the one who is asked
     * @return this
     * @throws org.sojourn.kernel.port.UnsendableException if the question can't travel; it isn't one of the requests then
     * @throws IllegalStateException if the continuation is given already, or outside the selector's turns
     */
    public <T extends R, N> Join<R> ask(Handle<N> whom, Function<ReplyTo<T>, ? extends N> question) {
        return add(whom, Cell.BY_TYPE, question);
    }

    /**
     * Asks a mailbox; otherwise like {@link #ask(Handle, Function)}.
     *
     * @param whom who is asked
     * @param mailbox one of its mailboxes
     * @param question makes the message
     * @param <T> the answer
     * @param <M> the messages of the one who is asked
     * @param <N> what the mailbox accepts
     * @return this
     * @throws org.sojourn.kernel.port.UnsendableException if the question can't travel; it isn't one of the requests then
     * @throws IllegalStateException if the continuation is given already, or outside the selector's turns
     */
    public <T extends R, M, N extends M> Join<R> ask(
            Handle<M> whom, Mailbox<N> mailbox, Function<ReplyTo<T>, ? extends N> question) {
        return add(whom, mailbox.id(), question);
    }

    private <T extends R, N> Join<R> add(Handle<N> whom, int mailbox, Function<ReplyTo<T>, ? extends N> question) {
        requireOpen("asks one more");
        Slot<T> slot = new Slot<>(whom.target());
        whom.ask(slot, mailbox, question, timeout);
        slots.add(slot);
        return this;
    }

    /**
     * Goes on when each of the requests has ended: with an answer, or without, at the latest by its time-out.
     *
     * @param then gets the outcome
     * @throws IllegalStateException if the continuation is given already, or outside the selector's turns
     */
    public void all(Continuation<R> then) {
        requireOpen("goes on");
        isAll = true;
        goOn(slots.size(), then);
    }

    /**
     * Goes on when so many of the requests have been answered, or so many answers can't come any more. The others are given up
     * then: their answers will be dead letters. With as many as there are requests, the first that ends without an answer
     * decides.
     *
     * @param count how many answers are enough, 0 to the number of requests
     * @param then gets the outcome
     * @throws IllegalArgumentException if the count is out of bounds
     * @throws IllegalStateException if the continuation is given already, or outside the selector's turns
     */
    public void first(int count, Continuation<R> then) {
        requireOpen("goes on");
        if (count < 0 || count > slots.size()) {
            throw new IllegalArgumentException(
                    "the first " + count + " answers to " + slots.size() + " requests; ask for 0 to " + slots.size());
        }
        goOn(count, then);
    }

    private void requireOpen(String what) {
        asker.requireTurn(what + " in a join");
        if (continuation != null) {
            throw new IllegalStateException(
                    asker + " " + what + " in a join that has its continuation; begin another with join(...)");
        }
    }

    private void goOn(int count, Continuation<R> then) {
        wanted = count;
        continuation = Objects.requireNonNull(then);
        decide();
    }

    private void decide() {
        Continuation<R> then = continuation;
        int open = slots.size() - ended;
        if (isDecided || then == null || (isAll ? open > 0 : answered < wanted && answered + open >= wanted)) {
            return;
        }
        isDecided = true;
        List<Joined.Result<R>> results = new ArrayList<>(slots.size());
        slots.forEach(slot -> results.add(slot.close()));
        try {
            then.run(new Joined<>(results, answered >= wanted));
        } catch (Throwable failure) { // whatever it throws ends the selector, as in process
            asker.fail(failure, "the continuation of a join");
        }
    }
}
