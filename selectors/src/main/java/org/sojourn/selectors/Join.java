package org.sojourn.selectors;

import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.part.Cell;
import org.sojourn.kernel.part.Target;
import org.sojourn.kernel.port.MalformedException;

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
 * <p><b>Without an answer.</b> A request that ends so (its time-out, a receiver that has exited or throws, a lost place, {@link ReplyTo#fail}) is
 * part of the outcome. So the continuation always runs, unless the selector exits before, or the run ends: time-outs don't
 * keep it open.
 *
 * <p><b>Moving.</b> A join goes along with a selector that moves, once its continuation is given: with the answers that there
 * are, and the times that are left. The continuation travels as a factory does ({@link SelectorFactory}); the selector
 * itself, {@code this}, may be captured, and is the one that has moved. A join in a field of the selector can't travel.
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

    private static final String QUESTION = "one of several requests";
    private static final int OPEN = 0;
    private static final int ANSWERED = 1;
    private static final int FAILED = 2;

    private final Cell asker;
    private final Duration timeout;

    /** What has come of each request so far; neither answer nor failure, while it is open. */
    private final List<Joined.Result<R>> results = new ArrayList<>();

    /** Those that were open when they were added. */
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
        this.asker = asker;
        this.timeout = Given.timeout(timeout, "a join");
    }

    /** One that has moved. */
    private Join(Cell asker, int wanted, boolean isAll, Continuation<R> continuation) {
        this.asker = asker;
        this.timeout = Duration.ZERO; // nothing more is asked
        this.wanted = wanted;
        this.isAll = isAll;
        this.continuation = continuation;
    }

    /** One of the requests, while it is open. */
    final class Slot<T extends R> extends TypedQuestion<T> {
        /** Which one it is; known before any outcome is told, which is another processing. */
        int index;

        Slot(Target receiver) {
            super(asker, receiver, QUESTION);
        }

        Join<R> join() {
            return Join.this;
        }

        @Override
        protected @Nullable String staysBecause() {
            return continuation == null ? "the continuation of its join isn't given yet" : null;
        }

        @Override
        void answer(T value) {
            answered++;
            ended(new Joined.Result<>(new Joined.Got<>(value), null));
        }

        @Override
        void fail(Throwable cause) {
            ended(new Joined.Result<>(null, cause));
        }

        private void ended(Joined.Result<R> result) {
            results.set(index, result);
            ended++;
            decide();
        }
    }

    // ---- moving -----------------------------------------------------------------------------------------------------

    /** Takes what there is so far; the continuation is given. */
    void pack(Continuations to) {
        to.number(wanted);
        to.number(isAll ? 1 : 0);
        to.number(results.size());
        for (Joined.Result<R> each : results) {
            Joined.Got<R> got = each.got();
            if (got != null) {
                to.number(ANSWERED);
                to.object(got.value());
            } else if (each.failure() != null) {
                to.number(FAILED);
                to.object(each.failure());
            } else {
                to.number(OPEN);
            }
        }
        to.object(Objects.requireNonNull(continuation));
    }

    /** Makes it of what {@link #pack} has taken. */
    static Join<Object> unpack(Cell asker, Continuations from) {
        int wanted = from.number();
        boolean isAll = from.number() == 1;
        List<Joined.Result<Object>> results = new ArrayList<>();
        int answered = 0;
        int open = 0;
        for (int i = from.number(); i > 0; i--) {
            int state = from.number();
            answered += state == ANSWERED ? 1 : 0;
            open += state == OPEN ? 1 : 0;
            results.add(
                    switch (state) {
                        case ANSWERED -> new Joined.Result<>(new Joined.Got<>(from.object()), null);
                        case FAILED -> new Joined.Result<>(null, from.object(Throwable.class));
                        default -> new Joined.Result<>(null, null);
                    });
        }
        Join<Object> moved = new Join<>(asker, wanted, isAll, Packed.restored(from.object(Continuation.class)));
        moved.results.addAll(results);
        moved.answered = answered;
        moved.ended = results.size() - open;
        return moved;
    }

    /** One of its requests that is open. */
    Slot<R> open(Target receiver, int index) {
        if (index < 0 || index >= results.size()) {
            throw new MalformedException("question " + index + " of a join of " + results.size());
        }
        Slot<R> slot = new Slot<>(receiver);
        slot.index = index;
        slots.add(slot);
        return slot;
    }

    /**
     * Asks: sends the message that {@code question} makes of a reply address.
     *
     * <p>Requests count in the order in which their messages are sent. So if {@code question} itself asks in this join, what it asks
     * comes before the request that it is making; and if it throws, or gives the join its continuation, nothing is sent, and what it
     * has asked before stays.
     *
     * @param whom the receiver
     * @param question makes the message
     * @param <T> the answer
     * @param <N> the messages of the receiver
     * @return this
     * @throws UnsendableException if the question can't travel; it isn't one of the requests then, as it
     *     isn't when {@code question} throws
     * @throws IllegalStateException if the continuation is given already, or outside the selector's turns
     */
    public <T extends R, N> Join<R> ask(Handle<N> whom, Function<ReplyTo<T>, ? extends N> question) {
        return add(whom, Cell.BY_TYPE, question);
    }

    /**
     * Asks all members of a group: as many requests, in the order of the indexes. So in a join that asks nobody else, request i is that to
     * member i. Who needs only what the answers come to, asks by {@link Group#reduce}.
     *
     * @param group whose members are asked
     * @param question makes the message, once for each member
     * @param <T> the answer
     * @param <N> the messages of the members
     * @return this
     * @throws UnsendableException if the question can't travel; the members before the one that lives elsewhere are asked then, and are among the requests
     * @throws IllegalStateException if the continuation is given already, or outside the selector's turns
     */
    public <T extends R, N> Join<R> ask(Group<N> group, Function<ReplyTo<T>, ? extends N> question) {
        int size = Given.value(group, "group").size();
        for (int i = 0; i < size; i++) {
            add(group.member(i), Cell.BY_TYPE, question);
        }
        return this;
    }

    /**
     * Asks a mailbox; otherwise like {@link #ask(Handle, Function)}.
     *
     * @param whom the receiver
     * @param mailbox one of its mailboxes
     * @param question makes the message
     * @param <T> the answer
     * @param <M> the messages of the receiver
     * @param <N> what the mailbox accepts
     * @return this
     * @throws UnsendableException if the question can't travel; it isn't one of the requests then, as it
     *     isn't when {@code question} throws
     * @throws IllegalStateException if the continuation is given already, or outside the selector's turns
     */
    public <T extends R, M, N extends M> Join<R> ask(
            Handle<M> whom, Mailbox<N> mailbox, Function<ReplyTo<T>, ? extends N> question) {
        return add(whom, Given.mailbox(mailbox, "mailbox").id(), question);
    }

    private <T extends R, N> Join<R> add(Handle<N> whom, int mailbox, Function<ReplyTo<T>, ? extends N> question) {
        Given.handle(whom, "whom");
        Given.function(question, "question");
        requireOpen("asks one more");
        Slot<T> slot = new Slot<>(whom.target());
        Function<ReplyTo<T>, N> made = asker -> {
            N message = question.apply(asker);
            requireOpen("asks one more");
            return message;
        };
        whom.ask(slot, mailbox, made, timeout, null);
        slot.index = results.size(); // after those that the question has asked while it was made
        results.add(new Joined.Result<>(null, null));
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
        Given.function(then, "then");
        requireOpen("goes on");
        isAll = true;
        goOn(results.size(), then);
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
        Given.function(then, "then");
        requireOpen("goes on");
        if (count < 0 || count > results.size()) {
            throw new IllegalArgumentException("the first " + count + " answers to " + results.size()
                    + " requests; ask for 0 to " + results.size());
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
        continuation = then;
        decide();
        asker.freed();
    }

    private void decide() {
        Continuation<R> then = continuation;
        int open = results.size() - ended;
        if (isDecided || then == null || (isAll ? open > 0 : answered < wanted && answered + open >= wanted)) {
            return;
        }
        isDecided = true;
        slots.forEach(SelectorPlace.of(asker).kernel().requests()::abandon);
        try {
            then.run(new Joined<>(results, answered >= wanted));
        } catch (Throwable failure) { // whatever it throws ends the selector, as in process
            asker.fail(failure, "the continuation of a join");
        }
    }
}
