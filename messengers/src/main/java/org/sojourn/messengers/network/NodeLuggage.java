package org.sojourn.messengers.network;

import java.util.ArrayList;
import java.util.List;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.move.Luggage;
import org.sojourn.kernel.move.Sojourner;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.port.Encoded;
import org.sojourn.kernel.port.MalformedException;
import org.sojourn.messengers.form.Limits;
import org.sojourn.messengers.form.Variable;
import org.sojourn.messengers.run.Storage;

/**
 * All that a node has when it moves. Messengers that wait there come to the step at which they wait once more, in the order in which they
 * have waited, before those that are ready: so nothing has to be told of what they wait for.
 */
final class NodeLuggage implements Luggage {
    private static final Encoded NOTHING = new Encoded(new byte[0], new int[0]);

    private final Nodes place;
    private final Address address;
    private final NodeLayout layout;
    private final Storage values;
    private final List<Link> links;
    private final List<Object> box;
    private final int away;
    private final int severing;
    private final boolean isForsaken;
    private final List<Item> line;

    /** Packs a node, which keeps what it has. */
    NodeLuggage(Node node) {
        this.place = node.place;
        this.address = node.address();
        this.layout = node.layout;
        this.values = node.values;
        this.links = List.copyOf(node.links);
        this.box = List.copyOf(node.box());
        this.away = node.away;
        this.severing = node.severing;
        this.isForsaken = node.isForsaken;
        this.line = new ArrayList<>(node.waiting());
        line.addAll(node.receivers());
        node.line().stream().filter(Wire::travels).forEach(line::add);
    }

    private NodeLuggage(Nodes place, Address address, PacketReader packet) {
        this.place = place;
        this.address = address;
        List<Variable> variables = new ArrayList<>();
        for (int i = packet.count(Limits.VARIABLES); i > 0; i--) {
            String name = packet.text();
            variables.add(new Variable(name, Wire.readType(packet), packet.count(Limits.ARRAY_BYTES)));
        }
        if (variables.stream().map(Variable::name).distinct().count() < variables.size()) {
            throw new MalformedException("a node that has two variables of one name");
        }
        this.layout = place.layouts().of(variables);
        this.values = place.wire().readStorage(packet);
        Wire.requireFit(layout.layout(), values);
        this.links = new ArrayList<>();
        for (int i = packet.count(packet.remaining()); i > 0; i--) {
            links.add(place.wire().readLink(packet));
        }
        this.box = new ArrayList<>();
        for (Object each : place.wire().readValues(packet, packet.remaining())) {
            if (each == null) {
                throw new MalformedException("a message of a node that is nothing");
            }
            box.add(each);
        }
        this.away = packet.i32();
        this.severing = packet.i32();
        this.isForsaken = packet.u8() != 0;
        this.line = new ArrayList<>();
        for (int i = packet.count(packet.remaining()); i > 0; i--) {
            line.add(place.wire().readItem(place.site().self(), packet));
        }
    }

    static NodeLuggage read(Nodes place, Name name, PacketReader packet) {
        return new NodeLuggage(place, new Address(name, packet.text()), packet);
    }

    @Override
    public int room() {
        return Nodes.NUMBER;
    }

    @Override
    public Encoded write(PacketWriter packet) {
        packet.text(address.text()).i32(layout.variables().size());
        for (Variable each : layout.variables()) {
            packet.text(each.name()).u8(each.type().ordinal()).i32(each.length());
        }
        place.wire().storage(values, packet);
        packet.i32(links.size());
        links.forEach(each -> place.wire().write(each, packet));
        place.wire().values(box.toArray(), packet);
        packet.i32(away).i32(severing).u8(isForsaken ? 1 : 0).i32(line.size());
        line.forEach(each -> place.wire().write(each, packet));
        return NOTHING;
    }

    @Override
    public Sojourner unpack() {
        Node node = new Node(place, address);
        node.halt = Node.Halt.COMING;
        node.layout = layout;
        node.values = values;
        node.links.addAll(links);
        box.forEach(node::boxed);
        node.away = away;
        node.severing = severing;
        node.isForsaken = isForsaken;
        for (Item each : line) {
            each.next = null;
            node.enqueue(each);
        }
        node.brought = node.messengers();
        return node;
    }
}
