package org.sojourn.selectors;

import java.io.Serializable;
import java.time.Duration;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.group.GroupHere;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.part.Cell;
import org.sojourn.kernel.place.Kernel;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.Reference;

/**
 * Selectors that were created together, are addressed by their indexes, and can all be sent one message.
 *
 * <pre>{@code
 * Group<Step> cells = sojourn.createGroup(100, (group, index) -> new Cell(group, index));
 * cells.broadcast(new Begin());            // to all
 * cells.member(42).send(new Disturb());    // to one
 * }</pre>
 *
 * <p>A group is small to send, immutable, usable as soon as {@code createGroup} has returned, and works alike wherever its
 * members are. It has no life of its own: each member lives, fails and exits by itself, and what is sent to one that has
 * exited becomes a dead letter. Two groups are equal if they were created by the same call. (Groups and broadcast: W. Kim
 * and G. Agha, <i>Efficient Support of Location Transparency in Concurrent Object-Oriented Programming Languages</i>, 1995.)
 *
 * <p><b>Order.</b> A broadcast is a send to each member, in the order of the indexes at each place: with whatever else the same
 * sender sends to the same mailbox of a member it keeps its order, wherever the member is and however sender and member
 * move. Broadcasts of different senders may reach different members in different orders.
 *
 * <p><b>Places.</b> Members live where a {@link Distribution} says, until they move; they stay members then. A broadcast takes one
 * packet for each place, along a spanning tree of the places. It is processed at most once by each member, and exactly once while
 * the member lives and its place and the sender's both stay in the run, whatever other places are lost meanwhile. For
 * members at places that are known to be lost it becomes dead letters. If the sender's place is lost, some places may have
 * it and others not.
 *
 * <p><b>Scheduling.</b> Members of a place that were idle and whose kind has been short so far process a broadcast one after
 * the other, on one worker. Nothing is promised of members that were busy, and no member waits for one that takes long:
 * an idle worker takes the members behind it. What may be relied on is the order above, and that the members run at all.
 *
 * <p><b>Limits.</b> 1 to 16,777,216 members. Sent in a message, a group takes some 20 bytes for each place that it was created at,
 * and more if a function has placed it. A place that broadcasts much to members which have all moved away from it pays a
 * packet for each of them if all were created there.
 *
 * @param <M> the messages of the members
 */
public final class Group<M> implements Reference {
    static final byte KIND = 3;

    /**
     * Constructs the members of a group. Usually a lambda, with the limits of a {@link SelectorFactory}.
     *
     * @param <M> the messages of the members
     */
    @FunctionalInterface
    public interface Factory<M> extends Serializable {
        /**
         * Constructs a new selector. Called once for each member, on workers of the place where it lives, in no particular
         * order.
         *
         * @param group the group; its members can be sent to, those not constructed yet have their mail kept
         * @param index which member it is, from 0
         * @return a new selector
         * @throws Exception the creation of this member fails: mail becomes dead letters, watchers are told
         */
        Selector<M> create(Group<M> group, int index) throws Exception;
    }

    /**
     * Makes the question that each member gets. Usually a constructor reference such as {@code HowWarm::new}, with the limits of a
     * {@link SelectorFactory}.
     *
     * @param <M> the messages of the members
     * @param <A> the answers
     */
    @FunctionalInterface
    public interface Question<M, A> extends Serializable {
        /**
         * Makes the message. Called once for each member, at the place where the member was created.
         *
         * @param asker to whom the member replies
         * @return the message
         */
        M ask(ReplyTo<A> asker);
    }

    /**
     * Makes one answer of two. Usually a method reference such as {@code Integer::sum}, with the limits of a {@link SelectorFactory}.
     * Must be associative and commutative: in which order answers are folded depends on where members were created.
     *
     * @param <A> the answers
     */
    @FunctionalInterface
    public interface Fold<A extends @Nullable Object> extends Serializable {
        /**
         * Folds.
         *
         * @param one an answer, or what some were folded into
         * @param other another
         * @return what stands for both
         */
        A fold(A one, A other);
    }

    private final Kernel kernel;
    private final GroupHere here;

    Group(Kernel kernel, GroupHere here) {
        this.kernel = kernel;
        this.here = here;
    }

    static Group<Object> of(Kernel kernel, Wire wire) {
        if (wire.detail() != (int) wire.detail()) {
            throw new IllegalArgumentException("a group of " + wire.detail() + " members, which there can't be");
        }
        Name name = new Name(wire.birth(), wire.serial());
        return new Group<>(kernel, kernel.groups().of(name, (int) wire.detail(), wire.more()));
    }

    /**
     * Returns how many members there are.
     *
     * @return the number that it was created with, whether they live or not
     */
    public int size() {
        return here.size();
    }

    /**
     * Returns the handle of a member.
     *
     * @param index from 0
     * @return its handle
     * @throws IndexOutOfBoundsException if there is no such member
     */
    public Handle<M> member(int index) {
        return new Handle<>(kernel, here.member(index));
    }

    /**
     * Sends a message to all members, each time to the first declared mailbox that accepts its type.
     *
     * <p>Never blocks inside a selector: if members at this place hold more than their bound, the sending selector is muted after its
     * present message. Any other thread waits here in that case, when all members have the message.
     *
     * @param message immutable: all members of a place get the same object
     * @throws UnsendableException if members were created elsewhere and the message may not or can't
     *     travel; none is sent it then
     */
    public void broadcast(M message) {
        broadcast(Cell.BY_TYPE, message);
    }

    /**
     * Sends a message to a mailbox of all members, otherwise like {@link #broadcast(Object)}.
     *
     * @param mailbox one of the members' mailboxes; where it isn't, the message becomes a dead letter
     * @param message immutable: all members of a place get the same object
     * @param <N> what the mailbox accepts
     * @throws UnsendableException as {@link #broadcast(Object)} does
     */
    public <N extends M> void broadcast(Mailbox<N> mailbox, N message) {
        broadcast(Given.mailbox(mailbox, "mailbox").id(), message);
    }

    private void broadcast(int mailbox, M message) {
        kernel.site().requireOpen("a message is broadcast");
        here.broadcast(mailbox, Given.message(message));
    }

    /**
     * Asks all members and folds their answers into one: at each place those of its members, and what comes from places below it in a tree. So
     * a place sends one message, however many members it has.
     *
     * <pre>{@code
     * strips.reduce(HowWarm::new, Math::max, Duration.ofSeconds(5))
     *         .thenAccept(warmest -> System.out.println(warmest.value() + ", by " + warmest.answered()));
     * }</pre>
     *
     * <p>Each member is asked once at most, and exactly once as with {@link Handle#request} while no place is lost. A member that has
     * exited, throws, or takes longer is missing in what comes, and {@link Reduced#answered} tells how many aren't. So are those that were created
     * at a place that is lost by then, and, if the group is spread over more than 17 places, those whose answers were to come by
     * way of that place. To know which are missing, ask by {@link Join#ask(Group, Function)}.
     *
     * <p>There is no order with broadcasts, nor with what else the caller sends to members. What is promised of {@link Handle#request} about
     * where the answer is processed, and about moving, holds.
     *
     * @param question makes the message for each member
     * @param fold makes one answer of two
     * @param timeout how long each member has, from when its place has asked it; the call takes as much once more at most for each
     *     level of places: twice the time-out for up to 17 places
     * @param <A> the answers; they travel
     * @return what comes of it; exceptionally with what {@code question} or {@code fold} throws
     * @throws UnsendableException if a function captures what can't travel; nothing is asked then
     */
    public <A> Answer<Reduced<A>> reduce(Question<? extends M, A> question, Fold<A> fold, Duration timeout) {
        Given.function(question, "question");
        Given.function(fold, "fold");
        Given.timeout(timeout, "a reduction");
        kernel.site().requireOpen("a group is asked");
        Question<M, A> asked = question::ask;
        SelectorFactory<Folding.Begin<A>> root =
                Folding.at(this, asked, fold, timeout, kernel.site().self(), 0);
        int size = size();
        SelectorPlace system = (SelectorPlace) kernel.parts().kinds().of(SelectorPlace.GUEST);
        return system.create(root)
                .request(Folding.Begin<A>::new, Folding.longest(this, timeout))
                .thenApply(part -> new Reduced<>(part.got(), part.answered(), size));
    }

    /** Where its members were created. */
    Set<Member> places() {
        return here.places();
    }

    /** The members that were created at a place. */
    IntStream indexesAt(Member place) {
        return here.sites().indexesAt(place);
    }

    @Override
    public Wire toWire() {
        Name name = here.export();
        return new Wire(KIND, name.birth(), name.serial(), here.size(), here.sitesText());
    }

    @Override
    public void leadsTo(Consumer<Member> told) {
        here.places().forEach(told);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Group<?> group && here.name().equals(group.here.name());
    }

    @Override
    public int hashCode() {
        return here.name().hashCode();
    }

    /** Returns name and size, as {@code group p0/g17 of 8}. */
    @Override
    public String toString() {
        return here.toString();
    }
}
