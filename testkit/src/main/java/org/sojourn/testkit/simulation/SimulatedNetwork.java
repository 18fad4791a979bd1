package org.sojourn.testkit.simulation;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.sojourn.kernel.port.Links;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.Network;
import org.sojourn.net.link.LinkMesh;
import org.sojourn.net.link.LinkOptions;

/**
 * The shipped links of every place, on simulated wires: handshake, sessions and frames are those of a real run.
 *
 * <p><b>Ways.</b> From each place to each other there is a way, which is open or cut. What is on a way when it is cut, or is sent
 * while it is, arrives when it is open again, as the bytes of a TCP connection do which are sent again and again. So does the
 * news that a connection has been closed. Who dials over a cut way, or is to be answered over one, gives up after {@value
 * #CONNECT_NANOS} ns.
 */
final class SimulatedNetwork {
    static final long CONNECT_NANOS = 5_000_000_000L;
    private static final int HASH_BYTES = 32;

    private final Simulation simulation;
    private final Settings settings;

    /** By place: the newest incarnation's. */
    private final List<SimulatedWire> wires = new ArrayList<>();

    private final List<LinkMesh> meshes = new ArrayList<>();

    /** Where the places of the first hour listen. */
    private final Map<Member, Network.Address> addresses;

    /** The ways that are cut. */
    private final Set<Way> cut = new HashSet<>();

    private record Way(int from, int to) {}

    SimulatedNetwork(Simulation simulation, Settings settings, List<Member> members) {
        this.simulation = simulation;
        this.settings = settings;
        Map<Member, Network.Address> known = new HashMap<>();
        for (Member member : members) {
            known.put(member, address(member));
        }
        this.addresses = Map.copyOf(known);
    }

    private static Network.Address address(Member member) {
        return new Network.Address("simulated", member.place() + 1);
    }

    /** The links of a place of the first hour. Places are added in their order. */
    Links links(Member self, SimulatedProcess process) {
        SimulatedWire wire = new SimulatedWire(simulation, settings, this, process);
        LinkMesh mesh = mesh(self, wire);
        wires.add(wire);
        meshes.add(mesh);
        mesh.addresses(addresses);
        return mesh;
    }

    /** The links of a new place, or of a place's new incarnation: the living are told where it listens, and it where they do. */
    Links links(Member self, SimulatedProcess process, List<Member> living) {
        Map<Member, Network.Address> known = new HashMap<>();
        for (Member member : living) {
            known.put(member, address(member));
            meshes.get(member.place()).addresses(Map.of(self, address(self)));
        }
        SimulatedWire wire = new SimulatedWire(simulation, settings, this, process);
        LinkMesh mesh = mesh(self, wire);
        if (self.place() == wires.size()) {
            wires.add(wire);
            meshes.add(mesh);
        } else {
            wires.set(self.place(), wire);
            meshes.set(self.place(), mesh);
        }
        mesh.addresses(known);
        return mesh;
    }

    private LinkMesh mesh(Member self, SimulatedWire wire) {
        byte[] secret = "the secret of a simulation".getBytes(StandardCharsets.UTF_8);
        LinkOptions options = LinkOptions.of(self, secret, new byte[HASH_BYTES], simulation);
        return new LinkMesh(options.within(settings.linkBytes()), wire);
    }

    SimulatedWire wire(int place) {
        return wires.get(place);
    }

    void cut(int one, int other) {
        wires.get(one).cut(other);
    }

    void kill(int place) {
        wires.get(place).kill();
    }

    // ---- ways -----------------------------------------------------------------------------------------------------

    boolean isOpen(int from, int to) {
        return cut.isEmpty() || !cut.contains(new Way(from, to));
    }

    void block(int from, int to) {
        cut.add(new Way(from, to));
    }

    void heal() {
        cut.clear();
        wires.forEach(SimulatedWire::healed);
    }
}
