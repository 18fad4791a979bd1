package org.sojourn.testkit.simulation;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.sojourn.kernel.port.Links;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.Network;
import org.sojourn.net.link.LinkMesh;
import org.sojourn.net.link.LinkOptions;

/** The shipped links of every place, on simulated wires: handshake, sessions and frames are those of a real run. */
final class SimulatedNetwork {
    private static final int HASH_BYTES = 32;

    private final Simulation simulation;
    private final int linkBytes;
    private final List<SimulatedWire> wires = new ArrayList<>();
    private final Map<Member, Network.Address> addresses = new HashMap<>();

    SimulatedNetwork(Simulation simulation, Settings settings, List<Member> members) {
        this.simulation = simulation;
        this.linkBytes = settings.linkBytes();
        for (Member member : members) {
            wires.add(new SimulatedWire(simulation, settings, wires, member.place()));
            addresses.put(member, new Network.Address("simulated", member.place() + 1, 0));
        }
    }

    /** The links of a place. */
    Links links(Member self) {
        byte[] secret = "the secret of a simulation".getBytes(StandardCharsets.UTF_8);
        LinkOptions options = LinkOptions.of(self, secret, new byte[HASH_BYTES], simulation);
        LinkMesh mesh = new LinkMesh(options.within(linkBytes), wires.get(self.place()));
        mesh.addresses(addresses);
        return mesh;
    }

    void cut(int one, int other) {
        wires.get(one).cut(other);
    }

    void kill(int place) {
        wires.get(place).kill();
    }
}
