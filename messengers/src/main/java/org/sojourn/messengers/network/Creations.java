package org.sojourn.messengers.network;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.sojourn.kernel.mail.DeadLetters;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.move.Sojourner;
import org.sojourn.kernel.name.Descriptor;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.port.MalformedException;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.site.GuestPackets;

/**
 * Nodes that one place creates at another.
 *
 * <pre>
 *   creator                       other place                      somebody else
 *   mints, enters, unconfirmed
 *       ------ request ---------------&gt; created
 *       &lt;----- confirmed --------------
 *   no more unconfirmed
 *                                      expected  &lt;------------------ messenger for it
 *       &lt;----- seek -------------------
 *       ------ gone (if it is none) --&gt; given up
 * </pre>
 *
 * <p>While a request is unconfirmed the creator forgets the name for nobody, and says that the node is to come. Afterwards the place
 * that has the node knows it. If a place that knows nothing of it asks, and the creator knows of no such node, then no request is on its
 * way to that place: one that was sent before the answer comes before it, as requests and answers of one place keep their order.
 */
final class Creations {
    static final int CONFIRMED = 0;
    static final int SEEK = 1;
    static final int GONE = 2;

    private final Nodes place;
    private final Map<Name, Member> unconfirmed = new ConcurrentHashMap<>();

    Creations(Nodes place) {
        this.place = place;
    }

    boolean isUnconfirmed(Name name) {
        return unconfirmed.containsKey(name);
    }

    /** Asks another place for a node, and sends the messenger there. */
    Descriptor<Sojourner> ask(Address made, Member at, Messenger goes) {
        Descriptor<Sojourner> entered = place.residents().names().enter(made.name(), at);
        unconfirmed.put(made.name(), at);
        PacketWriter packet = Nodes.creation();
        place.wire().write(made, packet);
        place.wire().write(goes, packet);
        if (!place.site().switchboard().send(at, made.name().orderKey(), packet)) {
            unconfirmed.remove(made.name());
            place.undeliverable(made.toString(), goes, DeadLetters.Cause.PLACE_LOST);
        }
        return entered;
    }

    /** Another place has asked for a node here. */
    void asked(Member from, Address made, Messenger comes) {
        if (!place.created(made, comes)) {
            place.undeliverable(made.toString(), comes, DeadLetters.Cause.EXITED);
        }
        tell(from, CONFIRMED, made.name());
    }

    /** Something has come for a name of which nothing is known here. */
    void seek(Name name) {
        tell(name.birthplace(), SEEK, name);
    }

    private void tell(Member to, int what, Name name) {
        PacketWriter packet = GuestPackets.packet(Nodes.NUMBER, PacketKind.GUEST, 32)
                .u8(Nodes.CREATIONS)
                .u8(what);
        name.write(packet);
        place.site().switchboard().send(to, name.orderKey(), packet);
    }

    /** Another place says something of a creation. */
    void told(Member from, PacketReader packet) {
        int what = packet.u8();
        Name name = Name.read(packet);
        if (what == CONFIRMED) {
            unconfirmed.remove(name);
        } else if (what == SEEK) {
            Descriptor<Sojourner> known = place.residents().names().find(name);
            if (known == null ? place.residents().names().isForgotten(name) : known.isExited()) {
                tell(from, GONE, name);
            }
        } else if (what == GONE) {
            Descriptor<Sojourner> known = place.residents().names().find(name);
            if (known != null && name.birthplace().equals(from)) {
                Sojourner waits;
                synchronized (known) { // who has asked may still be making the node
                    waits = known.resident();
                }
                if (waits instanceof Node node) {
                    giveUp(node);
                }
            }
        } else {
            throw new MalformedException("a word on a creation of kind " + what + "; there are 0 to 2");
        }
    }

    /** A node isn't to come, if it hasn't by now. */
    void giveUp(Node expected) {
        expected.lane.offer(new Item() {
            @Override
            void go(LaneTurn turn) {
                List<Item> waited = expected.unborn();
                if (waited != null) {
                    waited.forEach(each -> {
                        place.left(each);
                        place.undeliverable(expected.toString(), each, DeadLetters.Cause.EXITED);
                    });
                }
            }
        });
        expected.lane.wake();
    }

    /** A place is lost, with the nodes that it has asked for and that haven't been created, and with those that it was asked for. */
    void lost(Member member) {
        unconfirmed.values().removeIf(member::equals);
        for (Sojourner each : place.residents().names().residents()) {
            if (each instanceof Node node && node.name().birthplace().equals(member)) {
                giveUp(node);
            }
        }
    }
}
