package org.sojourn.kernel.part;

import java.util.Collection;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.mail.Mail;
import org.sojourn.kernel.name.Descriptor;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.sched.Context;
import org.sojourn.kernel.sched.Overload;
import org.sojourn.kernel.sched.Task;

/**
 * A part as something that may leave its place. What leaves is a {@link Luggage}; what stays is a cell with a closed inbox,
 * which the handles of this place go on to refer to: mail that it refuses goes where the name's descriptor says, so that
 * sending to a part that never moved costs nothing more. The part begins to live elsewhere in another cell, also when it
 * comes back here.
 */
public abstract sealed class Movable extends Resident permits Cell {
    Movable(KindHere unborn, @Nullable Name name) {
        super(unborn, name);
    }

    /** Whose turn it is, as mail remembers it: no part, lest it be kept. */
    static Object sender(Context context) {
        return context.running() instanceof Movable part ? part.home : Mail.OUTSIDE;
    }

    /** Files all that has arrived, and acts on the signals among it. */
    abstract void fileAll();

    // ---- leaving ------------------------------------------------------------------------------------------------

    /**
     * Has the part leave after the present message, or as soon as it waits for nothing that is bound to this place. In its
     * turns only.
     *
     * @param order where to
     */
    public final void departTo(Departure order) {
        Rest its = rest();
        if (order.isOffer() && its.departure != null) {
            return; // it goes where the program wants it
        }
        if (its.departure != null) {
            its.departure.refused(kernel(), this + " was ordered to another place before it had left");
        }
        its.ordered(order);
        mayDepart();
    }

    /**
     * Says whether the part could leave before its next message: it may move, waits for nothing that is bound to this place, isn't ordered
     * elsewhere, and hasn't refused before. A part that hasn't been constructed yet could if what constructs it can
     * travel. By its owner only: in its turns, or by who has taken it out of a queue.
     *
     * @return whether {@link #offer} would have it leave, as far as is known before it is packed
     */
    public final boolean couldLeave() {
        Rest its = rest;
        if (is((short) (LEAVING | MUTED)) || its != null && (its.departure != null || its.isFixed || !its.isFree())) {
            return false;
        }
        return home.kind == null ? creation() != null : is(CONSTRUCTED) && staysBecause() == null;
    }

    /** The creation that this part is about to begin with, if that could as well be done elsewhere. */
    abstract Signal.@Nullable Create creation();

    /** Leaves the creation out that {@link #creation} has found. */
    abstract Signal.Create withoutCreation();

    /**
     * Has the part leave before its next message, if it {@linkplain #couldLeave could}. By its owner only.
     *
     * @param order an offer
     * @return whether it will try to, when it is run
     */
    public final boolean offer(Departure order) {
        if (!couldLeave()) {
            return false;
        }
        Rest its = rest();
        its.ordered(order);
        its.unborn = home.kind == null ? withoutCreation() : null;
        set(DEPARTING, true);
        return true;
    }

    /**
     * Counts a message that the part has processed; in its turn.
     *
     * @return how many it has processed since it came here, as far as they were counted
     */
    public final int counted() {
        return ++rest().counted;
    }

    /**
     * Returns whom this part talks to; in its turn.
     *
     * @return the counters, at zero if nobody has counted before
     */
    public final Talks talks() {
        Rest its = rest();
        Talks made = its.talks;
        if (made == null) {
            made = new Talks();
            its.talks = made;
        }
        return made;
    }

    /**
     * What the part waited for may be over, or bound to this place no more. If it is to leave, that is judged when the present
     * message is done, as until then it may begin to wait for more, or give an answer its continuation. In its turns only.
     */
    public final void mayDepart() {
        if (rest != null && rest.departure != null && is(CONSTRUCTED)) {
            set(DEPARTING, true);
        }
    }

    /** It is between two messages, and perhaps to leave; returns whether it has. */
    final boolean departs() {
        set(DEPARTING, false);
        Rest its = rest();
        Departure order = its.departure;
        if (order == null) {
            return false;
        }
        if (!its.isFree()) {
            if (!its.isHeldUp()) {
                its.departure = null;
                order.refused(
                        kernel(),
                        this + " can't move: " + its.binding() + "; it has begun to since it was ordered to move");
            }
            return false;
        }
        its.departure = null;
        atMove();
        boolean isGone = kernel().mover().depart((Cell) this, order);
        if (!isGone) {
            Signal.Create first = its.unborn;
            if (first != null) {
                its.unborn = null; // its body may be able to leave
                next(first);
            } else if (order.isOffer()
                    && kernel().switchboard().isUsable(order.to())
                    && !((Cell) this).waitsForAnswers()) {
                its.isFixed = true;
            }
        }
        return isGone;
    }

    /**
     * Returns why the part can't leave whatever it waits for.
     *
     * @return a clause, or null if it may
     */
    public final @Nullable String staysBecause() {
        Kind kind = home.kind;
        if (home.isSystem || kind == null && !isUnborn()) {
            return "it belongs to the runtime of its place";
        }
        return kind == null ? null : kind.staysBecause();
    }

    /**
     * Has the body prepare to leave; in its turn.
     *
     * @param to where to
     * @throws Exception the body's: it stays
     */
    public final void prepare(Member to) throws Exception {
        if (!isUnborn()) {
            kind().leaves(requireBody(), to);
        }
    }

    /** Whether it leaves before it has been constructed. */
    private boolean isUnborn() {
        return rest != null && rest.unborn != null;
    }

    /**
     * Looks at all that has arrived.
     *
     * @return whether the part may leave: it isn't about to end, and waits for nothing that is bound to this place
     */
    public final boolean settles() {
        fileAll();
        while (is(DEPARTING)) { // another order has come: it follows the part
            set(DEPARTING, false);
            fileAll();
        }
        return !is(LEAVING) && rest().isFree();
    }

    /**
     * Takes what the part has, all of which has been filed.
     *
     * @return what moves; the part keeps it until it has left
     * @throws org.sojourn.kernel.port.UnencodableException if something can't travel
     */
    public final Luggage pack() {
        Signal.Create unborn = rest().unborn;
        return unborn == null
                ? Luggage.of((Cell) this, kind(), requireBody())
                : Luggage.unborn((Cell) this, unborn.birth);
    }

    /**
     * Leaves for good, its descriptor saying so already, if nothing has arrived that isn't packed: this cell takes nothing any more.
     *
     * @return whether it has left
     */
    public final boolean isLeft() {
        return closeIfEmpty();
    }

    /** It has left: nothing at this place is held or counted because of it any more, and its body is forgotten. */
    public final void clear() {
        Kernel kernel = kernel();
        Rest its = rest();
        kernel.watches().left((Cell) this, its);
        if (its.questions != null) {
            kernel.requests().left((Cell) this, its.questions);
        }
        its.leave();
        kernel.muting().holds(its.burden(0));
        Overload full = overload;
        if (full != null) {
            full.end();
        }
        kernel.census().withheld((Cell) this, false);
        if (is(PAUSED)) {
            kernel.census().paused((Cell) this, false);
        }
        home.queue.gone((Cell) this);
        home.left.increment();
        if (its.unborn != null) {
            kernel.census().leftUnborn();
            its.unborn.confirm();
        }
        forget();
        overload = ELSEWHERE; // who was refused before this is held up by its next message
        if (its.departure != null) {
            kernel.elsewhere(name()).signal(new Signal.Depart(its.departure));
        }
    }

    /**
     * Returns on which ways mail of this part may be on its way; it sends no more.
     *
     * @return the descriptors of the receivers
     */
    public final Iterable<Descriptor<Cell>> routes() {
        return rest().routes;
    }

    /**
     * Returns to which groups it has broadcast; it sends no more.
     *
     * @return the groups
     */
    public final Collection<GroupHere> groups() {
        return rest().groups.values();
    }

    /**
     * Notes on which ways mail is that a part has sent which couldn't leave; before it runs again.
     *
     * @param ways what {@link #routes} has told
     * @param groups what {@link #groups} has told
     */
    public final void hasSent(Iterable<Descriptor<Cell>> ways, Iterable<GroupHere> groups) {
        ways.forEach(rest()::sentTo);
        groups.forEach(rest()::sentTo);
    }

    /**
     * Returns whether the part has left this place; what is new of it is known to another object then, if it has come back.
     *
     * @return whether this is what stayed behind
     */
    public final boolean isElsewhere() {
        return isAway();
    }

    /** A push was refused: the part has left, or has exited. */
    final void refused(Mail mail) {
        if (!isAway()) {
            refuse(mail);
            return;
        }
        Located elsewhere = kernel().elsewhere(name());
        if (mail.message() instanceof Signal signal) {
            elsewhere.signal(signal);
        } else {
            // Whether the sender is held up is decided where the sender is known.
            elsewhere.post(mail.mailbox(), mail.message(), (ReplyAddress) mail.answerTo());
        }
    }

    // ---- arriving -----------------------------------------------------------------------------------------------

    /**
     * Makes the part of what has moved. It is owned by the caller, takes mail, and doesn't run before {@link #resume}.
     *
     * @param kernel the kernel of this place
     * @param luggage what has moved
     * @return the part
     * @throws IllegalArgumentException if what it needs isn't here
     */
    public static Cell of(Kernel kernel, Luggage luggage) {
        Cell cell = new Cell(kernel.unborn(), luggage.name());
        cell.ownNew();
        luggage.unpack(cell);
        cell.home.came.increment();
        return cell;
    }

    /** Its body is here. */
    final void moveIn(Object moved, Kind kind, String policy, long guards, boolean isPaused) {
        body = moved;
        home = kernel().here(kind, KindHere.unborn(kernel(), false, policy));
        set(APART, home.isApart);
        set(CONSTRUCTED, true);
        enabled = guards;
        if (isPaused) {
            paused(true);
        }
    }

    /**
     * Has the part run from now on.
     *
     * @param from where it was before
     */
    public final void resume(Member from) {
        if (body != null) {
            next(new Signal.Arrived(from));
        }
        Context.current().submit(home.queue, (Cell) this);
    }

    /** The part couldn't leave: what it did to prepare for that is undone, before anything else. In its turn. */
    public final void stay() {
        if (!isUnborn()) {
            next(new Signal.Arrived(kernel().self()));
        }
    }

    /** Acts on this before anything else. Owner only. */
    abstract void next(Signal signal);

    final void arrivedFrom(Member from) throws Exception {
        kind().arrived(requireBody(), from);
    }

    /** The policy of its kind was corrected: it is run by the new one from now on. By its owner, who was about to run it. */
    final void follow(KindHere heir) {
        heir.created.increment();
        home.created.decrement();
        home = heir;
        set(APART, heir.isApart);
        heir.queue.submit((Cell) this);
    }

    // ---- what its body asks, in turns only ----------------------------------------------------------------------

    /**
     * Pauses or resumes: a paused part collects mail and processes none.
     *
     * @param pause whether to pause
     */
    public final void paused(boolean pause) {
        set(PAUSED, pause);
        home.kernel.census().paused((Cell) this, pause);
    }

    /**
     * Has something done when the present message or answer has been processed.
     *
     * @param action short
     */
    public final void afterwards(Runnable action) {
        rest().afterwards.add(action);
    }

    /**
     * Returns what it waits for besides mail.
     *
     * @return its timers and outcomes
     * @throws IllegalStateException if called outside its turns
     */
    public final Awaiting awaiting() {
        requireTurn("waits for a timer or a future");
        return rest().awaiting((Cell) this);
    }

    /**
     * Checks that the current thread is in a turn of this part.
     *
     * @param what what it does, for people
     * @throws IllegalStateException if it isn't
     */
    public final void requireTurn(String what) {
        requireTurn(what, "send it a message to do so there");
    }

    /**
     * Checks that the current thread is in a turn of this part.
     *
     * @param what what it does, for people
     * @param instead what to do otherwise
     * @throws IllegalStateException if it isn't
     */
    public final void requireTurn(String what, String instead) {
        Task running = Context.current().running();
        if (running != this) {
            throw new IllegalStateException(
                    this + " " + what + " outside its own constructor and handlers, on thread \""
                            + Thread.currentThread().getName() + "\""
                            + (running == null ? "" : ", which runs " + running)
                            + "; " + instead);
        }
    }

    // ---- names --------------------------------------------------------------------------------------------------

    @Override
    public final Member location() {
        return isAway() ? kernel().elsewhere(name()).location() : kernel().self();
    }

    @Override
    public final @Nullable Cell cell() {
        return isAway() ? kernel().elsewhere(name()).cell() : (Cell) this;
    }

    @Override
    public final Name export() {
        Name known = name();
        Kernel kernel = kernel();
        if (!isClosed()) {
            kernel.names().settle(known, n -> (Cell) this);
        }
        if (isClosed() && !isAway()) {
            // It has exited in between; the entry must not hold it. kernel.exited does the same from the other side.
            kernel.names().exit(known, (Cell) this);
        }
        return known;
    }
}
