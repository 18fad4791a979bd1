package org.sojourn.messengers.network;

import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.mail.DeadLetters;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.move.Parcel;
import org.sojourn.kernel.move.Sojourner;
import org.sojourn.kernel.name.Descriptor;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.port.Member;

/** A messenger, or a message, on its way to a node at another place. */
final class NodeParcel extends Parcel {
    private final Nodes place;
    private final Item item;

    NodeParcel(Nodes place, Way way, Item item) {
        super(place.site(), way);
        this.place = place;
        this.item = item;
    }

    static NodeParcel read(Nodes place, Member from, PacketReader packet) {
        Way way = Way.read(from, packet);
        return new NodeParcel(place, way, place.wire().readItem(from, packet));
    }

    @Override
    public @Nullable Sojourner expected(Name name) {
        return place.creations().expected(name);
    }

    @Override
    public boolean fits(Sojourner receiver) {
        return receiver instanceof Node;
    }

    @Override
    public void deliver(Sojourner to) {
        Node node = (Node) to;
        place.census().came(item);
        if (!node.takes(item)) {
            place.census().left(item);
            place.migration().post(place.descriptor(node.address()), this);
        }
    }

    @Override
    public boolean send(Name to, Member at, long guess) {
        PacketWriter packet = Packets.of(Packets.PARCEL, Wire.expected(item));
        to.write(packet);
        writeWay(packet, guess);
        place.wire().write(item, packet);
        return place.site().switchboard().send(at, to.orderKey(), packet);
    }

    @Override
    public void undeliverable(Descriptor<Sojourner> receiver, DeadLetters.Cause cause) {
        if (item instanceof Messenger called && called.isCalled && cause == DeadLetters.Cause.PLACE_LOST) {
            place.broadcasts().gone(receiver.name());
        }
        place.ends().undeliverable(receiver.name().toString(), item, cause);
    }

    @Override
    public String toString() {
        return item.toString();
    }
}
