package org.sojourn.messengers.network;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.mail.DeadLetters;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.move.Sojourner;
import org.sojourn.kernel.name.Descriptor;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.port.MalformedException;
import org.sojourn.kernel.port.Member;

/**
 * Creates nodes: here, and at other places.
 *
 * <p>The creator mints the new node's address, notes its own end of the link and goes on; nobody waits. The request for the node
 * carries the messenger that moves there. Something sent to the node by somebody else may come before the request: then the node is
 * <em>expected</em>, and lets everything wait. What has come for a name of which nothing is known may also be late, as the node was
 * deleted and forgotten; so the place asks the creator, which knows whether a request is on its way.
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

    /** Creates a node here, or has it created elsewhere, and the messenger that goes there with it. */
    Descriptor<Sojourner> create(Address made, Member at, Messenger goes) {
        if (at.equals(place.site().self())) {
            return createHere(made, goes);
        }
        place.census().left(goes);
        return ask(made, at, goes);
    }

    private Descriptor<Sojourner> createHere(Address made, Messenger comes) {
        Descriptor<Sojourner> of = place.residents().names().settle(made.name(), any -> new Node(place, made));
        if (of.resident() instanceof Node node && node.takes(comes)) {
            place.census().created();
        }
        return of;
    }

    /** Another place has asked for a node. Returns false if it has done so before. */
    private boolean created(Address made, Messenger comes) {
        Descriptor<Sojourner> of = place.residents().names().settle(made.name(), any -> expectedNode(made));
        if (!(of.resident() instanceof Node node)) {
            return false;
        }
        place.census().came(comes);
        Lane its = node.lane;
        Created created = new Created(node, made, comes);
        its.offer(created);
        its.wake();
        return true;
    }

    private Node expectedNode(Address its) {
        Node node = new Node(place, its);
        node.halt = Node.Halt.EXPECTED;
        return node;
    }

    /** The request for the creation of a node is here. What has come for it before goes behind the messenger that came with it. */
    private static final class Created extends Item {
        private final Node made;
        private final Address its;
        private final Messenger comes;

        Created(Node made, Address its, Messenger comes) {
            this.made = made;
            this.its = its;
            this.comes = comes;
        }

        @Override
        void go(LaneTurn turn) {
            if (made.begins(its, comes)) {
                made.place.census().created();
            } else { // it was created before: no place asks for that twice
                made.place.census().left(comes);
                made.place.ends().undeliverable(its.toString(), comes, DeadLetters.Cause.UNDECODABLE);
            }
        }
    }

    /** {@return the node to come of which only its name is known, as something has come for it; null if there will be none} */
    @Nullable
    Sojourner expected(Name name) {
        if (place.residents().isPast(name)) {
            place.residents().names().exit(name, null);
            return null;
        }
        Sojourner expected = place.residents()
                .names()
                .settle(name, any -> {
                    seek(name);
                    return expectedNode(new Address(name, ""));
                })
                .resident();
        if (expected instanceof Node node && !place.site().switchboard().isUsable(name.birthplace())) {
            giveUp(node); // that place was lost just now, and won't answer
        }
        return expected;
    }

    /** Asks another place for a node, and sends the messenger there. */
    private Descriptor<Sojourner> ask(Address made, Member at, Messenger goes) {
        Descriptor<Sojourner> entered = place.residents().names().enter(made.name(), at);
        unconfirmed.put(made.name(), at);
        PacketWriter packet = Packets.of(Packets.CREATE, 256);
        place.wire().write(made, packet);
        place.wire().write(goes, packet);
        if (!place.site().switchboard().send(at, made.name().orderKey(), packet)) {
            unconfirmed.remove(made.name());
            place.ends().undeliverable(made.toString(), goes, DeadLetters.Cause.PLACE_LOST);
        }
        return entered;
    }

    /** Another place has asked for a node here. */
    void asked(Member from, Address made, Messenger comes) {
        if (!created(made, comes)) {
            place.ends().undeliverable(made.toString(), comes, DeadLetters.Cause.EXITED);
        }
        tell(from, CONFIRMED, made.name());
    }

    /** Something has come for a name of which nothing is known here. */
    void seek(Name name) {
        tell(name.birthplace(), SEEK, name);
    }

    private void tell(Member to, int what, Name name) {
        PacketWriter packet = Packets.of(Packets.CREATIONS, 32).u8(what);
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
                    for (Link brought : expected.links) {
                        place.tell(brought.to(), new Notice(Notice.What.UNLINKED, brought.id()));
                    }
                    waited.forEach(each -> {
                        place.census().left(each);
                        place.ends().undeliverable(expected.toString(), each, DeadLetters.Cause.EXITED);
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
