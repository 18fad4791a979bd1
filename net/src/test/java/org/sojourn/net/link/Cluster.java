package org.sojourn.net.link;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.sojourn.kernel.port.Lane;
import org.sojourn.kernel.port.Links;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.Network;

/**
 * Places in virtual time that send each other numbered packets, and the check of what arrives: each exactly once, in order
 * within its key, and no control packet after anything that was sent later.
 */
final class Cluster {
    static final byte[] SECRET = "a shared secret".getBytes(StandardCharsets.US_ASCII);
    static final int FRAME = 1024;
    static final int HEAD = 28;

    /** Where packets of one pair and key wait to be seen. */
    private record Line(Member from, Member to, long key) {}

    /** A packet that is under way. */
    private record Sent(long number, Lane lane, int size) {}

    final VirtualTime time;
    final VirtualWire.Net net;
    final List<Member> members = new ArrayList<>();
    final List<LinkMesh> meshes = new ArrayList<>();
    final List<String> left = new ArrayList<>();
    final List<String> joined = new ArrayList<>();
    final List<String> wrong = new ArrayList<>();
    private final Map<Line, Deque<Sent>> expected = new HashMap<>();
    private final Map<Line, TreeSet<Long>> controls = new HashMap<>();
    private final int windowBytes;
    private long number;
    long outstanding;

    Cluster(long seed, int places, int windowBytes) {
        this.time = new VirtualTime(seed);
        this.net = new VirtualWire.Net(time);
        this.windowBytes = windowBytes;
        for (int i = 0; i < places; i++) {
            members.add(new Member(i, 100 + i));
        }
        for (Member member : members) {
            meshes.add(mesh(member, SECRET, new byte[32]));
        }
    }

    LinkMesh mesh(Member self, byte[] secret, byte[] program) {
        SplittableRandom random = time.random.split();
        return new LinkMesh(
                new LinkOptions(self, secret, program, random::nextLong, FRAME, 1 << 20, windowBytes, windowBytes),
                net.wire());
    }

    Map<Member, Network.Address> addresses() {
        Map<Member, Network.Address> known = new HashMap<>();
        for (Member member : members) {
            known.put(member, new Network.Address("virtual", member.place()));
        }
        return known;
    }

    Cluster start() {
        for (int i = 0; i < meshes.size(); i++) {
            start(meshes.get(i), members.get(i));
        }
        return this;
    }

    void start(LinkMesh mesh, Member self) {
        mesh.addresses(addresses());
        mesh.start(new Links.Listener() {
            @Override
            public void ready() {}

            @Override
            public void message(Member from, byte[] payload) {
                arrived(from, self, payload);
            }

            @Override
            public void joined(Member peer) {
                joined.add(self + " " + peer);
            }

            @Override
            public void left(Member peer, String cause) {
                left.add(self + " " + peer + " " + cause);
            }
        });
    }

    void send(int from, int to, Lane lane, long key, int size) {
        Member sender = members.get(from);
        Member receiver = members.get(to);
        byte[] packet = new byte[Math.max(HEAD, size)];
        long id = ++number;
        ByteBuffer.wrap(packet)
                .putLong(id)
                .putLong(key)
                .putInt(lane.ordinal())
                .putInt(packet.length)
                .putInt(from);
        for (int i = HEAD; i < packet.length; i++) {
            packet[i] = (byte) (id + i);
        }
        Line line = new Line(sender, receiver, key * 2 + (lane == Lane.CONTROL ? 1 : 0));
        expected.computeIfAbsent(line, k -> new ArrayDeque<>()).add(new Sent(id, lane, packet.length));
        if (lane == Lane.CONTROL) {
            controls.computeIfAbsent(new Line(sender, receiver, 0), k -> new TreeSet<>())
                    .add(id);
        }
        outstanding++;
        meshes.get(from).send(receiver, lane, key, packet);
    }

    void sendRandom(long keys) {
        SplittableRandom random = time.random;
        int from = random.nextInt(members.size());
        int to = (from + 1 + random.nextInt(members.size() - 1)) % members.size();
        int kind = random.nextInt(20);
        Lane lane = kind < 4 ? Lane.CONTROL : kind < 18 ? Lane.DATA : Lane.BULK;
        boolean large = random.nextInt(lane == Lane.CONTROL ? 40 : 6) == 0;
        send(from, to, lane, random.nextLong(keys), random.nextInt(large ? 3 * FRAME : 200));
    }

    private void arrived(Member from, Member to, byte[] packet) {
        ByteBuffer in = ByteBuffer.wrap(packet);
        if (packet.length < HEAD) {
            wrong.add("a packet of " + packet.length + " bytes");
            return;
        }
        long id = in.getLong();
        long key = in.getLong();
        int lane = in.getInt();
        Deque<Sent> line = expected.get(new Line(from, to, key * 2 + (lane == Lane.CONTROL.ordinal() ? 1 : 0)));
        Sent next = line == null ? null : line.peek();
        if (line == null || next == null || next.number() != id || next.size() != packet.length) {
            wrong.add(from + " to " + to + " key " + key + ": packet " + id + " came, " + next + " was next");
            return;
        }
        line.remove();
        outstanding--;
        TreeSet<Long> waiting = controls.get(new Line(from, to, 0));
        if (waiting != null) {
            waiting.remove(id);
            Long earlier = waiting.lower(id);
            if (earlier != null) {
                wrong.add("packet " + id + " overtook the control packet " + earlier);
            }
        }
        for (int i = HEAD; i < packet.length; i++) {
            if (packet[i] != (byte) (id + i)) {
                wrong.add("packet " + id + " is damaged at " + i);
                return;
            }
        }
    }

    /** Frames that were written and not acknowledged, all sessions together. */
    int unacknowledged() {
        return meshes.stream().mapToInt(LinkMesh::keptFrames).sum();
    }
}
