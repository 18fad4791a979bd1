package org.sojourn.net.membership;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;
import org.jgroups.Address;
import org.jgroups.Event;
import org.jgroups.PhysicalAddress;
import org.jgroups.protocols.NoBundler;
import org.jgroups.protocols.PingData;
import org.jgroups.protocols.TP;
import org.jgroups.util.Responses;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Lane;
import org.sojourn.kernel.port.Member;
import org.sojourn.net.link.LinkMesh;

/**
 * JGroups' transport, by links of ours.
 *
 * <p><b>Addresses.</b> A member's address says which place it is ({@link MemberAddress}), and the links know where places listen. So there
 * are no physical addresses, and nothing is sent to learn one.
 *
 * <p><b>Discovery</b> is known beforehand as well: the group is the one that the init place leads. JGroups makes a member whose
 * discovery comes back empty, or with other joiners only, the first of a new group; so it comes back empty at the init place, and
 * elsewhere with that one, once there is a link to it.
 *
 * <p><b>A peer that takes nothing</b> is not sent more than the links' bound. JGroups sends again what gets lost.
 */
final class LinkTransport extends TP {
    private static final int MAX_THREADS = 16;
    private final Member self;
    private final Member init;
    private final LinkMesh links;
    private final Arrivals arrivals;

    LinkTransport(Member self, Member init, LinkMesh links, Arrivals arrivals) {
        this.self = self;
        this.init = init;
        this.links = links;
        this.arrivals = arrivals;
        setBindAddress(InetAddress.getLoopbackAddress()); // or it would look for one; nothing is bound
        setBundler(new NoBundler()); // links gather
        useVirtualThreads(false);
        setThreadFactory(new NamedThreads("sojourn-membership-" + self + "-group"));
        getThreadPool().setMaxThreads(MAX_THREADS);
    }

    @Override
    public boolean supportsMulticasting() {
        return false;
    }

    @Override
    public List<Integer> providedUpServices() {
        return List.of(Event.FIND_INITIAL_MBRS, Event.FIND_MBRS);
    }

    @Override
    public @Nullable Object down(Event event) {
        if (event.getType() == Event.FIND_INITIAL_MBRS) {
            return found();
        }
        return super.down(event);
    }

    private Responses found() {
        Responses answer = new Responses(true);
        if (!self.equals(init)) {
            try {
                arrivals.awaitInit();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while the init place was looked for", e);
            }
            answer.addResponse(new PingData(MemberAddress.of(init), true).coord(true), true);
        }
        return answer.done();
    }

    @Override
    protected @Nullable PhysicalAddress getPhysicalAddress() {
        return null;
    }

    @Override
    public void sendUnicast(PhysicalAddress to, byte[] bytes, int offset, int length) {
        throw new UnsupportedOperationException("there are no physical addresses: " + to);
    }

    @Override
    protected void sendTo(Address to, byte[] bytes, int offset, int length) {
        Member member = MemberAddress.toMember(to);
        if (member != null && !links.isCrowded(member)) {
            links.send(member, Lane.DATA, 0, Arrays.copyOfRange(bytes, offset, offset + length));
        }
    }

    @Override
    protected void sendToAll(byte[] bytes, int offset, int length) {
        for (Address each : members) {
            if (!each.equals(local_addr)) {
                sendTo(each, bytes, offset, length);
            }
        }
    }

    /** Lets in what has come. */
    void open() {
        arrivals.open((from, packet) -> receive(MemberAddress.of(from), packet, 0, packet.length));
    }
}
