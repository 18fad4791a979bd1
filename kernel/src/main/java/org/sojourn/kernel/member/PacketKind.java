package org.sojourn.kernel.member;

import org.sojourn.kernel.port.Lane;
import org.sojourn.kernel.port.MalformedException;

/**
 * Every packet that kernels exchange, in one place. The ordinal is the first byte on the wire; the protocol version of
 * the handshake covers this list.
 *
 * <p>A <em>basic</em> packet may cause work where it arrives, so termination detection counts it at both ends; the
 * others only talk about the computation.
 */
public enum PacketKind {
    /** Names a class number, before its first use on the link. */
    CLASS(Lane.CONTROL, false),
    /** Asks for the creation of a part under a name that the asker minted. */
    CREATE(Lane.DATA, true),
    /** Confirms a creation. */
    CREATED(Lane.DATA, true),
    /** A message for a mailbox of a part. */
    MAIL(Lane.DATA, true),
    /** The answer to a request. */
    REPLY(Lane.DATA, true),
    /** Asks to be told of a part's exit. */
    WATCH(Lane.DATA, true),
    /** Tells a watcher that a part has exited. */
    NOTICE(Lane.DATA, true),
    /** Pauses, resumes, ends or moves a part from outside. */
    COMMAND(Lane.DATA, true),
    /** A part that moves, with all that it has. */
    SHIP(Lane.DATA, true),
    /** Acknowledges a part that has moved, or refuses it. */
    SHIPPED(Lane.DATA, true),
    /** What a part sent from its former place has arrived: it may go on. */
    GO(Lane.DATA, true),
    /** Asks where a part is, behind the mail that was sent to it on the same way. */
    LOCATE(Lane.DATA, true),
    /** Where it is; all mail that went before the question has arrived there. */
    LOCATED(Lane.DATA, true),
    /** Tells unasked where a part has moved. */
    HINT(Lane.DATA, true),
    /** What a place knows of parts that have moved, told when a place is lost. */
    ROLL(Lane.DATA, false),
    /** Tells which parts have exited whose names another place has minted, and asks of others whether they have. */
    SWEEP(Lane.DATA, false),
    /** Names parts that have exited, and are known to have where it matters. */
    SWEPT(Lane.DATA, false),
    /** Asks for an answer behind all that was sent before, large packets included. */
    MARKER(Lane.BULK, false),
    /** All of that has arrived. */
    MARKED(Lane.DATA, false),
    /** Asks a name's birthplace whether the part has exited: mail has come for it where nothing is known of it. */
    SEEK(Lane.DATA, true),
    /** It has. */
    GONE(Lane.DATA, true),
    /** A counting wave of the termination detector. */
    WAVE(Lane.CONTROL, false),
    /** A place's counters for a wave. */
    WAVE_ANSWER(Lane.CONTROL, false),
    /** A place that had answered "active" has become passive. */
    PASSIVE(Lane.CONTROL, false),
    /** Asks for the inventory of a place. */
    INVENTORY(Lane.CONTROL, false),
    /** The inventory. */
    INVENTORY_ANSWER(Lane.CONTROL, false),
    /** Asks a place for parts that wait there, for its load, or to remember that this place has nothing to do. */
    POLL(Lane.CONTROL, false),
    /** How much waits at a place, and how much of that it has sent. */
    LOAD(Lane.CONTROL, false),
    /** A mailbox is crowded: its senders are to wait. */
    WITHDRAW(Lane.CONTROL, false),
    /** The crowding is over. */
    GRANT(Lane.CONTROL, true),
    /** One of the waiting senders may go on: nothing else can. */
    PASS(Lane.CONTROL, true),
    /** That sender has gone on, and what it has sent goes before this. */
    PASSED(Lane.DATA, true),
    /** Asks what a place does and waits for. */
    DUMP(Lane.CONTROL, false),
    /** What it does and waits for, in words. */
    DUMP_ANSWER(Lane.CONTROL, false),
    /** A packet for many places, on its way along a tree of them. */
    MULTICAST(Lane.DATA, true),
    /** All places of a branch of that tree have it, or can't be reached. */
    TAKEN(Lane.CONTROL, false),
    /** A packet that follows others which go along trees, or, empty, marks where those come. */
    BEHIND(Lane.DATA, true),
    /** Asks for the creation of those members of a group that are to live at a place. */
    CREATE_GROUP(Lane.DATA, true),
    /** A message for members of a group. */
    BROADCAST(Lane.DATA, true),
    /** Asks whether all mail that was broadcast has arrived at the members, wherever they are. */
    LOCATE_GROUP(Lane.DATA, true),
    /** It has. */
    LOCATED_GROUP(Lane.DATA, true),
    /** The answer to a request of a part that has moved, sent on from where it was asked. */
    ANSWER(Lane.DATA, true),
    /** Something of a guest's that may cause work; a guest's number comes first, as in the next two. */
    GUEST(Lane.DATA, true),
    /** A guest's talk about the computation. */
    GUEST_CONTROL(Lane.CONTROL, false),
    /** The same as {@link #GUEST}, behind all that was sent before. */
    GUEST_BULK(Lane.BULK, true),
    /** A place is about to leave the run: it takes nothing new. */
    LEAVING(Lane.CONTROL, false),
    /** Nothing new goes there any more; behind all that has gone there. */
    ALONE(Lane.BULK, false),
    /** A place has nothing more to do with the run; behind all that it has sent. */
    PARTING(Lane.BULK, false),
    /** That is known. */
    PARTED(Lane.CONTROL, false);

    private static final PacketKind[] ALL = values();

    private final Lane lane;
    private final boolean basic;

    PacketKind(Lane lane, boolean basic) {
        this.lane = lane;
        this.basic = basic;
    }

    Lane lane() {
        return lane;
    }

    /** {@return whether termination detection counts this kind: it may cause work where it arrives} */
    public boolean isBasic() {
        return basic;
    }

    static PacketKind of(int code) {
        if (code < 0 || code >= ALL.length) {
            throw new MalformedException(
                    "packet kind " + code + " is unknown; this protocol version knows 0.." + (ALL.length - 1));
        }
        return ALL[code];
    }
}
