package org.sojourn.messengers.network;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.move.Departure;
import org.sojourn.kernel.move.Fence;
import org.sojourn.kernel.move.Sojourner;
import org.sojourn.kernel.move.Talks;
import org.sojourn.kernel.name.Descriptor;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.port.Member;
import org.sojourn.messengers.run.Storage;

/**
 * A logical node: variables that messengers share, the ends of its links, a box for messages, and the messengers that are here.
 *
 * <p>All of it is touched in turns of the node's {@link Lane}, but for what is said to be any thread's. A node that is only expected,
 * as something has come for it before the request for its creation, lets everything wait.
 */
final class Node implements Sojourner {
    private static final int MANY_WAYS = 64;

    final Nodes place;
    final Lane lane;

    /** What it is called stands here. That of a node that is only expected has no text yet. */
    private Address address;

    NodeLayout layout;
    Storage values;
    final List<Link> links = new ArrayList<>(2);

    /** What is to be done, in order. */
    private @Nullable Item first;

    private @Nullable Item latest;
    private int queued;

    /** How many of these are messengers. */
    private int queuedMessengers;

    /** How many times it stands in its lane's line. The lane's. */
    int lined;

    /** Those that wait for a condition on its variables, in the order in which they came to do so; null for none. */
    private @Nullable List<Messenger> waiting;

    /** What those have counted that wait for it to change; null if nobody does. */
    private @Nullable Counts counted;

    private record Counts(int links, int messengers, int places) {}

    /** Those that wait for a message, and messages that wait for them; null for none. */
    private @Nullable Deque<Messenger> receivers;

    private @Nullable Deque<Object> box;

    /** To whom it has sent, which a move has to wait for; null for nobody. */
    private @Nullable Set<Descriptor<Sojourner>> ways;

    /** With more, it looks which of them matter no more. */
    private int manyWays = MANY_WAYS;

    private @Nullable Talks talks;

    /** How many of its messengers wait for something outside, such as a process. */
    int outside;

    /** How many of its messengers are at other nodes for a message, and will be back. */
    int away;

    /** How many links were deleted here whose other ends aren't known to be gone: a messenger may be on its way here by one of them. */
    int severing;

    /** Whether the node goes as soon as nothing is left here: its links were deleted by a messenger that left it. */
    boolean isForsaken;

    /** How many messengers have come with it from another place. */
    int brought;

    /** What keeps it from getting to its queue. */
    enum Halt {
        /** Nothing. */
        NONE,
        /** The request for its creation isn't here. */
        EXPECTED,
        /** It has moved here, and isn't to run yet. */
        COMING,
        /** The script of the first messenger in its queue isn't here, or one that it injects. */
        CODE,
        /** Too much waits for a place that it has sent to. */
        LINK
    }

    Halt halt = Halt.NONE;

    /** Whether it takes nothing any more: it has left, or was deleted. Written with its own lock held. */
    private boolean isClosed;

    /** An order to leave that it hasn't got to. Guarded by its own lock. */
    private @Nullable Departure departure;

    Node(Nodes place, Address address) {
        this.place = place;
        this.address = address;
        this.lane = place.lane(address.name());
        this.layout = place.layouts().empty();
        this.values = place.layouts().nothing();
    }

    Address address() {
        return address;
    }

    /**
     * It was expected, and is created now: the messenger that has come with the request goes before all that has come already.
     *
     * @return false if it wasn't expected
     */
    boolean begins(Address its, Messenger comes) {
        if (halt != Halt.EXPECTED) {
            return false;
        }
        address = its;
        putFirst(comes);
        goesOn();
        return true;
    }

    /** Puts something before all that is in its queue. In a turn of its lane; the node isn't put in line. */
    void putFirst(Item item) {
        comes(item);
        insertFirst(item);
    }

    private void insertFirst(Item item) {
        item.next = first;
        first = item;
        latest = latest == null ? item : latest;
    }

    /** It was expected, and isn't to come: what waits for it is given up. Returns that; null if it isn't expected any more. */
    @Nullable
    List<Item> unborn() {
        if (halt != Halt.EXPECTED) {
            return null;
        }
        do {
            lane.drain(); // what had been offered is in the queue now
            Departure order = takeOrder();
            if (order != null) {
                order.refused(this + " was never created");
            }
        } while (!place.residents().exits(name(), this, () -> closes(queued)));
        halt = Halt.NONE;
        return line().stream().filter(Wire::travels).toList();
    }

    // ---- what it is to do -----------------------------------------------------------------------------------------

    /** Puts something into its queue, and the node in line. In a turn of its lane. */
    void append(Item item) {
        enqueue(item);
        lane.line(this, item.priority);
    }

    /** Puts something into its queue. In a turn of its lane, or before the node is known to it. */
    void enqueue(Item item) {
        comes(item);
        if (item.priority > 0) {
            insertUrgent(item);
            return;
        }
        Item before = latest;
        latest = item;
        if (before == null) {
            first = item;
        } else {
            before.next = item;
        }
    }

    /** Something is in its queue from now on. The end of a link that it brings is here at once: what overtakes it may cross or delete that. */
    private void comes(Item item) {
        item.node = this;
        queued++;
        if (item instanceof Messenger messenger) {
            queuedMessengers++;
            Link brought = messenger.brings;
            if (brought != null) {
                links.add(brought);
                isForsaken = false;
                messenger.brings = null;
            }
        }
    }

    /** Before all of a lower priority. */
    private void insertUrgent(Item item) {
        Item before = null;
        for (Item each = first; each != null && each.priority >= item.priority; each = each.next) {
            before = each;
        }
        if (before == null) {
            insertFirst(item);
            return;
        }
        item.next = before.next;
        before.next = item;
        latest = item.next == null ? item : latest;
    }

    /** {@return the next thing in its queue; null for none} It stays there. */
    @Nullable
    Item peek() {
        return first;
    }

    /** Takes the next thing out of its queue. */
    void drop() {
        Item taken = first;
        if (taken != null) {
            first = taken.next;
            taken.next = null;
            queued--;
            queuedMessengers -= taken instanceof Messenger ? 1 : 0;
            if (first == null) {
                latest = null;
            }
        }
    }

    /** {@return how many things are in its queue} */
    int queued() {
        return queued;
    }

    /** Puts the node in line once for each thing in its queue: nothing holds them up any more. */
    void goesOn() {
        halt = Halt.NONE;
        int missing = queued - lined;
        for (Item each = first; each != null && missing > 0; each = each.next) {
            lane.line(this, each.priority);
            missing--;
        }
    }

    /** Has its lane look at it, as somebody has gone: it may have to go as well. In a turn of its lane. */
    void look() {
        wakeCounting();
        if (lined == 0) {
            lane.line(this, 0);
        }
    }

    /** Takes something from anywhere; false if it has left, or was deleted. By any thread. */
    boolean takes(Item item) {
        item.node = this;
        synchronized (this) {
            if (isClosed) {
                return false;
            }
            lane.offer(item);
        }
        lane.wake();
        return true;
    }

    /**
     * Takes nothing any more, if nothing has come but what is known. In a turn of its lane, which has taken in what was offered. Nothing
     * runs here: whoever calls it may hold the lock of the descriptor.
     */
    synchronized boolean closes(int known) {
        isClosed = queued == known && departure == null && !lane.hasOfferedFor(this);
        return isClosed;
    }

    /** Whether it has left, or was deleted. In a turn of its lane. */
    boolean isClosed() {
        return isClosed;
    }

    /** Takes those messengers out of its queue that can't go on, as what they need is nowhere. */
    List<Messenger> giveUp(Predicate<Messenger> lacking) {
        List<Messenger> given = new ArrayList<>();
        List<Item> all = line();
        first = null;
        latest = null;
        queued = 0;
        queuedMessengers = 0;
        for (Item each : all) {
            each.next = null;
            if (each instanceof Messenger messenger && lacking.test(messenger)) {
                given.add(messenger);
            } else {
                enqueue(each);
            }
        }
        return given;
    }

    // ---- who waits ------------------------------------------------------------------------------------------------

    void awaits(Messenger messenger) {
        if (waiting == null) {
            waiting = new ArrayList<>(2);
        }
        waiting.add(messenger);
        if (messenger.counts && counted == null) {
            counted = counts();
        }
    }

    private Counts counts() {
        return new Counts(links.size(), messengers(), place.places().size());
    }

    /**
     * A variable was set: those that wait look at their conditions once more, each in its turn. Whoever waits for one number to change stays
     * where it is if it hasn't.
     */
    void wakeWaiting() {
        wake(each -> each.watched < 0 || values.numbers[each.watched] != each.seen);
    }

    /** Links, messengers or places may have come or gone: those that wait for that look at their conditions once more. */
    void wakeCounting() {
        Counts before = counted;
        if (before != null && !before.equals(counts())) {
            counted = null;
            wake(each -> each.counts);
        }
    }

    private void wake(Predicate<Messenger> isWoken) {
        List<Messenger> all = waiting;
        if (all == null) {
            return;
        }
        int stay = 0;
        for (int i = 0; i < all.size(); i++) {
            Messenger each = all.get(i);
            if (isWoken.test(each)) {
                append(each);
            } else {
                all.set(stay++, each);
            }
        }
        if (stay == 0) {
            waiting = null;
        } else {
            all.subList(stay, all.size()).clear();
        }
    }

    /** Puts a message into the box. */
    void boxed(Object message) {
        if (box == null) {
            box = new ArrayDeque<>(2);
        }
        box.add(message);
    }

    /** Takes the messenger that has waited longest for a message; null for none. */
    @Nullable
    Messenger receiver() {
        return receivers == null ? null : receivers.poll();
    }

    /** {@return the oldest message; null for none} It stays there. */
    @Nullable
    Object oldest() {
        return box == null ? null : box.peek();
    }

    void takeOldest() {
        if (box != null) {
            box.poll();
        }
    }

    void receives(Messenger messenger) {
        if (receivers == null) {
            receivers = new ArrayDeque<>(2);
        }
        receivers.add(messenger);
    }

    /** {@return those that wait for a condition} */
    List<Messenger> waiting() {
        return waiting == null ? List.of() : waiting;
    }

    /** {@return those that wait for a message} */
    Collection<Messenger> receivers() {
        return receivers == null ? List.of() : receivers;
    }

    /** {@return the messages that nobody has received} */
    Collection<Object> box() {
        return box == null ? List.of() : box;
    }

    /** Whether it has lost its links and nobody is here. The first node of a place stays. */
    boolean isLeftover() {
        return links.isEmpty() && severing == 0 && away == 0 && !place.isFirst(this) && messengers() == 0;
    }

    /** {@return the messengers and messages in its queue, in order} */
    List<Item> line() {
        List<Item> all = new ArrayList<>(queued);
        for (Item each = first; each != null; each = each.next) {
            all.add(each);
        }
        return all;
    }

    /** {@return how many messengers are here, those aside that are on their way to something outside} */
    int messengers() {
        return outside + waiting().size() + receivers().size() + queuedMessengers;
    }

    /** Takes those out that are to be ended, wherever they wait. */
    List<Messenger> remove(Predicate<Messenger> ended) {
        List<Messenger> removed = new ArrayList<>();
        Predicate<Messenger> taken = each -> ended.test(each) && removed.add(each);
        if (waiting != null) {
            waiting.removeIf(taken);
        }
        if (receivers != null) {
            receivers.removeIf(taken);
        }
        return removed;
    }

    // ---- as a sojourner -------------------------------------------------------------------------------------------

    @Override
    public Name name() {
        return address.name();
    }

    /** The first node of a place stays there, as its address is known everywhere. */
    @Override
    public boolean isOfRuntime() {
        return place.isFirst(this) && !place.site().isLeaving();
    }

    /** The first node of a place goes with it if nothing leads there; otherwise it moves on like any other. */
    @Override
    public boolean isLostWithItsPlace() {
        return !place.isFirst(this) || !isBare();
    }

    private boolean isBare() {
        return links.isEmpty() && severing == 0 && away == 0 && messengers() == 0 && box().isEmpty();
    }

    @Override
    public boolean mayLeave() {
        return staysBecause() == null && !isClosed;
    }

    /** {@return why it can't leave; null if it may} */
    @Nullable
    String staysBecause() {
        if (place.isFirst(this) && (isOfRuntime() || isBare())) {
            return "it is the first node of its place";
        }
        if (halt == Halt.EXPECTED) {
            return "it hasn't been created yet";
        }
        return outside > 0
                ? outside
                        + " of its messengers wait for a process, for a message from outside or for a function that"
                        + " blocks"
                : null;
    }

    @Override
    public boolean offer(Departure order) {
        order(order);
        synchronized (this) {
            return departure == order;
        }
    }

    @Override
    public void order(Departure order) {
        Departure replaced;
        synchronized (this) {
            if (order.isOffer() && departure != null) {
                return; // it goes where it was told to
            }
            replaced = isClosed ? order : departure;
            departure = isClosed ? departure : order;
            if (!isClosed) {
                Ordered ordered = new Ordered();
                ordered.node = this;
                lane.offer(ordered);
            }
        }
        if (replaced != null) {
            replaced.refused(this + " goes elsewhere, or was deleted");
        }
        lane.wake();
    }

    /** {@return whether there may be an order} A look without the lock: whoever gives one puts the node in line afterwards. */
    boolean mayHaveOrder() {
        return departure != null;
    }

    /** Takes the order that it is to follow; null for none. */
    @Nullable
    synchronized Departure takeOrder() {
        Departure order = departure;
        departure = null;
        return order;
    }

    /** Has the node in line, which looks at its order first. */
    private static final class Ordered extends Item {
        @Override
        void go(LaneTurn turn) {}
    }

    void sentTo(Descriptor<Sojourner> to) {
        if (ways == null) {
            ways = new HashSet<>(4);
        }
        if (ways.add(to) && ways.size() > manyWays) {
            ways.removeIf(each -> !each.isUnderWay());
            manyWays = Math.max(MANY_WAYS, 2 * ways.size());
        }
    }

    Collection<Descriptor<Sojourner>> ways() {
        return ways == null ? List.of() : ways;
    }

    @Override
    public void restore(Collection<Descriptor<Sojourner>> before, Collection<Fence> fences) {
        before.forEach(this::sentTo);
    }

    @Override
    public void resume(Member from) {
        place.census().came(this, from);
        if (place.site().switchboard().isOut(name().birthplace())) {
            place.broadcasts().orphan(name());
        }
        lane.offer(new Resumed(this));
        lane.wake();
    }

    /** It has come: what has come with it, and to it meanwhile, is gone on with. */
    private static final class Resumed extends Item {
        private final Node its;

        Resumed(Node its) {
            this.its = its;
        }

        @Override
        void go(LaneTurn turn) {
            its.goesOn();
            its.look();
        }
    }

    @Override
    public Talks talks() {
        if (talks == null) {
            talks = new Talks();
        }
        return talks;
    }

    @Override
    public String toString() {
        return address.toString();
    }
}
