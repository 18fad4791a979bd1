package org.sojourn.selectors;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.member.Switchboard;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.part.Cell;
import org.sojourn.kernel.part.ReplyAddress;
import org.sojourn.kernel.part.Signal;
import org.sojourn.kernel.part.Target;
import org.sojourn.kernel.place.Kernel;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.Reference;
import org.sojourn.kernel.sched.Context;
import org.sojourn.kernel.site.Site;

/**
 * The only way to a selector. A handle is small, immutable, usable as soon as {@code create} has returned, may be sent in
 * messages, and works alike wherever the selector is.
 *
 * <p><b>Delivery.</b> At most once always; exactly once while the places of sender and receiver both stay in the run. What
 * can't be delivered becomes a dead letter with its cause. A message that no mailbox takes is a mistake of the program:
 * the run goes on, and ends with status 1. Its end names these messages, their senders and their receivers, unless a
 * selector {@linkplain SelectorSystem#deadLetters(Handle) subscribes} to dead letters.
 *
 * <p>Two handles are equal if they are of the same selector.
 *
 * @param <M> the messages of the selector
 */
public final class Handle<M> implements Reference {
    static final byte KIND = 1;
    private static final long LOW_BITS = (1L << Member.INCARNATION_BITS) - 1;

    /** For a thread that doesn't wait. */
    private static final CompletableFuture<?> NOW = CompletableFuture.completedFuture("now");

    private final Kernel kernel;
    private final Target target;

    Handle(Kernel kernel, Target target) {
        this.kernel = kernel;
        this.target = target;
    }

    static Handle<Object> of(Kernel kernel, Wire wire) {
        Name name = new Name(wire.birth(), wire.serial());
        if (name.birth() == 0 || name.isPlace()) {
            throw new IllegalArgumentException("a handle with the name " + name + ", which names no selector");
        }
        return new Handle<>(
                kernel, kernel.parts().locate(name, guess(kernel.site().switchboard(), wire.detail())));
    }

    /** A best guess of the location travels as 16 bits of place number and the 48 of the incarnation. */
    private static Member guess(Switchboard switchboard, long detail) {
        int place = (int) (detail >>> Member.INCARNATION_BITS);
        long incarnation = detail & LOW_BITS;
        Member known = switchboard.member(place);
        return known != null && known.incarnation() == incarnation
                ? known
                : new Member(place, incarnation == 0 ? 1 : incarnation); // of one that is out, or still to be met
    }

    /**
     * Sends a message to the first declared mailbox that accepts its type.
     *
     * <p>Never blocks inside a selector: if the mailbox holds more than its bound, the sending selector is muted after its
     * present message, until the receiver has caught up. Any other thread waits here in that case; see {@link #offer}. Both also
     * if the selector is at another place, and if too much waits for that place.
     *
     * @param message immutable, or never touched again by the sender
     * @throws UnsendableException if the selector is elsewhere and the message may not or can't
     *     travel; names the path to the field
     * @throws NullPointerException if the message is null; so does every method here for each null that it is given
     * @throws IllegalStateException if the run has ended and the thread is no selector's; so does every other way of sending
     */
    public void send(M message) {
        target.send(Cell.BY_TYPE, sent(message), null);
    }

    /**
     * Sends a message unless its mailbox is known to hold more than its bound, or too much waits for its place. For threads
     * that are no selectors, which {@link #send} makes wait in that case; inside a selector it is {@code send}.
     *
     * @param message immutable, or never touched again by the sender
     * @return whether it was sent
     * @throws UnsendableException as {@link #send} does
     */
    public boolean offer(M message) {
        sent(message);
        if (Cell.current() == null) {
            return send(Cell.BY_TYPE, message, null, NOW);
        }
        target.send(Cell.BY_TYPE, message, null);
        return true;
    }

    /**
     * Asks unless the mailbox is known to hold more than its bound, or too much waits for its place. For threads that are no
     * selectors, which {@link #request(Function, Duration)} may make wait in that case; inside a selector it is {@code request}.
     *
     * @param question makes the message
     * @param timeout how long to wait for the answer; it doesn't keep a run open
     * @param <R> the answer
     * @return the answer to come; empty if nothing was asked
     * @throws UnsendableException as {@link #request(Function, Duration)} does
     */
    public <R> Optional<Answer<R>> offer(Function<ReplyTo<R>, ? extends M> question, Duration timeout) {
        Answer.Asked<R> asked = asked();
        return ask(asked, Cell.BY_TYPE, question, timeout, NOW) ? Optional.of(asked.answer) : Optional.empty();
    }

    /**
     * Sends a message to a mailbox, otherwise like {@link #send(Object)}.
     *
     * @param mailbox one of the selector's mailboxes; if it isn't, the message becomes a dead letter
     * @param message immutable, or never touched again by the sender
     * @param <N> what the mailbox accepts
     * @throws UnsendableException if the selector is elsewhere and the message may not or can't
     *     travel; names the path to the field
     */
    public <N extends M> void send(Mailbox<N> mailbox, N message) {
        target.send(Given.mailbox(mailbox, "mailbox").id(), sent(message), null);
    }

    /**
     * Sends a message to a mailbox by its position in the declaration, as HJDS spells it; otherwise like
     * {@link #send(Object)}.
     *
     * @param mailbox from 0; if the selector has no such mailbox, the message becomes a dead letter
     * @param message immutable, or never touched again by the sender
     * @throws IllegalArgumentException if {@code mailbox} is negative
     * @throws UnsendableException if the selector is elsewhere and the message may not or can't
     *     travel; names the path to the field
     */
    public void send(int mailbox, M message) {
        if (mailbox < 0) {
            throw new IllegalArgumentException("mailbox " + mailbox + " is negative; positions count from 0");
        }
        target.send(mailbox, sent(message), null);
    }

    private <N> N sent(N message) {
        kernel.site().requireOpen("a message is sent");
        return Given.message(message);
    }

    private void order(Signal.Command.Order order) {
        kernel.site().requireOpen("a selector is given an order");
        target.signal(new Signal.Command(order));
    }

    /**
     * Asks: sends the message that {@code question} makes of a reply address.
     *
     * <p>Asked by a selector, the answer is delivered as a processing of that selector, whatever its guards and however
     * paused: what was chained to the future by {@code thenAccept} and the like runs then, and the thread never waits.
     * Waiting for the future inside a selector is refused. A continuation that throws, with no later stage that takes the
     * exception, fails the selector. A selector that moves takes it along ({@link Answer}). Asked by any other thread, the
     * future completes on a worker and may be waited for. If the mailbox holds more than its bound, that thread waits here for
     * room, as in {@link #send}, but no longer than the time-out; a question whose time is over by then isn't sent.
     *
     * <p>The future completes exceptionally with {@link RequestTimeoutException} after the time-out, with {@link
     * ReceiverGoneException} if the receiver has exited, with {@link ReceiverFailedException} if it throws while it processes the
     * message, with {@link PlaceLostException} if its place is lost, or with what the receiver gave to {@link ReplyTo#fail}. The
     * first outcome counts: an answer that comes after it is a dead letter.
     *
     * @param question makes the message
     * @param timeout how long to wait for the answer; it doesn't keep a run open
     * @param <R> the answer
     * @return the answer to come
     * @throws UnsendableException if the question can't travel; nothing is asked then
     */
    public <R> Answer<R> request(Function<ReplyTo<R>, ? extends M> question, Duration timeout) {
        return ask(Cell.BY_TYPE, question, timeout);
    }

    /**
     * Asks a mailbox; otherwise like {@link #request(Function, Duration)}.
     *
     * @param mailbox where the question goes
     * @param question makes the message
     * @param timeout how long to wait for the answer; it doesn't keep a run open
     * @param <R> the answer
     * @param <N> what the mailbox accepts
     * @return the answer to come
     * @throws UnsendableException if the question can't travel; nothing is asked then
     */
    public <R, N extends M> Answer<R> request(
            Mailbox<N> mailbox, Function<ReplyTo<R>, ? extends N> question, Duration timeout) {
        return ask(Given.mailbox(mailbox, "mailbox").id(), question, timeout);
    }

    private <R> Answer<R> ask(int mailbox, Function<ReplyTo<R>, ? extends M> question, Duration timeout) {
        Answer.Asked<R> asked = asked();
        ask(asked, mailbox, question, timeout, asked.answer);
        return asked.answer;
    }

    private <R> Answer.Asked<R> asked() {
        return new Answer.Asked<>(kernel.site(), Cell.current(), target, "a request");
    }

    Site site() {
        return kernel.site();
    }

    /**
     * Asks; false if there is no room.
     *
     * @param patience until when a thread that is no selector waits for room; null for as long as it takes
     */
    <R> boolean ask(
            TypedQuestion<R> asked,
            int mailbox,
            Function<ReplyTo<R>, ? extends M> question,
            Duration timeout,
            @Nullable CompletableFuture<?> patience) {
        kernel.site().requireOpen("a selector is asked");
        Given.function(question, "question");
        ReplyAddress address = kernel.requests().open(asked, Given.timeout(timeout, "a request"));
        boolean isSent = true;
        try {
            M message = Objects.requireNonNull(
                    question.apply(new ReplyTo<>(kernel, address)),
                    "the message that question made is null; make a message");
            if (Cell.current() != null) {
                target.send(mailbox, message, address);
            } else {
                isSent = send(mailbox, message, address, patience);
            }
        } catch (Throwable e) { // the question's; in some languages it may be any
            kernel.requests().abandon(asked);
            throw e;
        }
        if (!isSent) {
            kernel.requests().abandon(asked);
        }
        return isSent;
    }

    /** Sends for a thread that is no selector, which waits for room before it does; false if there was none in time. */
    private boolean send(
            int mailbox, M message, @Nullable ReplyAddress answerTo, @Nullable CompletableFuture<?> patience) {
        if (target.wouldHold(mailbox, message)) {
            Context.current().until(patience, () -> target.holdUp(mailbox, message));
            if (patience != null && patience.isDone()) {
                return false;
            }
        }
        // Others may have filled it meanwhile.
        Context.current().until(patience, () -> target.send(mailbox, message, answerTo));
        return true;
    }

    /** Makes the selector stop processing messages until it is resumed; it goes on collecting. Takes effect in turn. */
    public void pause() {
        order(Signal.Command.Order.PAUSE);
    }

    /** Lets a paused selector go on. */
    public void resume() {
        order(Signal.Command.Order.RESUME);
    }

    /** Ends the selector when its present message is done; what waits in its mailboxes becomes dead letters. */
    public void stop() {
        order(Signal.Command.Order.STOP);
    }

    /**
     * Returns where the selector is believed to be.
     *
     * @return the best guess; exact if it is here
     */
    public Place place() {
        return new Place(target.location().place());
    }

    @Override
    public boolean isOf(Object part) {
        return target.equals(part);
    }

    Target target() {
        return target;
    }

    @Override
    public Wire toWire() {
        Name name = target.export();
        Member at = target.location();
        long detail = ((long) at.place() << Member.INCARNATION_BITS) | (at.incarnation() & LOW_BITS);
        return new Wire(KIND, name.birth(), name.serial(), detail);
    }

    @Override
    public void leadsTo(Consumer<Member> told) {
        told.accept(target.location());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Handle<?> handle
                && (target == handle.target || target.name().equals(handle.target.name()));
    }

    @Override
    public int hashCode() {
        return target.name().hashCode();
    }

    /** Returns the kind, as far as it is known here, and the name. */
    @Override
    public String toString() {
        return target.toString();
    }
}
