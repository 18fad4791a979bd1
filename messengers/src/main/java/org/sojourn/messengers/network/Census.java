package org.sojourn.messengers.network;

import java.util.concurrent.atomic.LongAdder;
import org.sojourn.kernel.port.Member;
import org.sojourn.messengers.run.Fault;

/** How many nodes and messengers are at a place, and how many may be there. By any thread. */
final class Census {
    /** So many messengers are made between two looks at how many there are, where many may be. */
    private static final int LOOK = 256;

    private static final long MANY = 100_000;

    private final Nodes place;
    private final LongAdder nodes = new LongAdder();
    private final LongAdder messengers = new LongAdder();

    /** How many messengers were made here. */
    private final LongAdder begun = new LongAdder();

    private final LongAdder moved = new LongAdder();
    private final LongAdder lostHops = new LongAdder();

    /** Says when to look how many messengers there are. Plain: a look more or less. */
    private int made;

    Census(Nodes place) {
        this.place = place;
    }

    // ---- nodes ----------------------------------------------------------------------------------------------------

    /** {@return how many nodes are here} */
    long nodes() {
        return nodes.sum();
    }

    /** {@return how many have gone to other places} Those that came back as they couldn't go on there don't count. */
    long moved() {
        return moved.sum();
    }

    void created() {
        nodes.increment();
    }

    void deleted() {
        nodes.decrement();
    }

    /** A node has come from another place, or has come back as it couldn't go on there. What has come to it since is counted already. */
    void came(Node node, Member from) {
        nodes.increment();
        messengers.add(node.brought);
        if (from.equals(place.site().self())) {
            moved.decrement();
        }
    }

    void left(Node node) {
        nodes.decrement();
        messengers.add(-node.messengers());
        moved.increment();
    }

    // ---- messengers -----------------------------------------------------------------------------------------------

    /** {@return how many messengers are here} */
    long messengers() {
        return messengers.sum();
    }

    /** A messenger has been made by another one. */
    Messenger born(Messenger parent, Messenger child) {
        messengers.increment();
        long most = place.tuning().most();
        if ((++made % LOOK == 0 || most < MANY) && messengers.sum() > most) {
            place.ends().ended(child);
            throw new Fault("there are more than " + most + " messengers at " + place.name()
                    + ", which is the most that a place may have");
        }
        begun.increment();
        return child;
    }

    void born(Messenger injected) {
        messengers.increment();
        begun.increment();
    }

    /** {@return how many messengers were made here} */
    long begun() {
        return begun.sum();
    }

    /** {@return how many hops messengers have made from nodes of this place} */
    long hops() {
        long hops = 0;
        for (Lane each : place.lanes()) {
            hops += each.turn().hops();
        }
        return hops;
    }

    /** A messenger is no more. */
    void ended() {
        messengers.decrement();
    }

    /** Something has come from another place. */
    void came(Item item) {
        if (item instanceof Messenger) {
            messengers.increment();
        }
    }

    /** Something goes to another place. */
    void left(Item item) {
        if (item instanceof Messenger) {
            messengers.decrement();
        }
    }

    /** A messenger has ended as no node fitted where it wanted to hop. */
    void lostHop() {
        lostHops.increment();
    }

    /** {@return how many have} */
    long lostHops() {
        return lostHops.sum();
    }
}
