package org.sojourn.threads.space;

import java.util.List;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.member.Switchboard;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.site.GuestPackets;
import org.sojourn.kernel.site.Site;

/** A run's places, by the exchange of this one's kernel. */
final class KernelLine implements Line {
    /** This guest's, in packets. */
    static final int GUEST = 3;

    private final Site site;

    KernelLine(Site site) {
        this.site = site;
    }

    @Override
    public int self() {
        return site.self().place();
    }

    @Override
    public List<Integer> places() {
        Switchboard others = site.switchboard();
        return others.members().stream()
                .filter(others::takesMore)
                .map(Member::place)
                .toList();
    }

    @Override
    public boolean isCrowded(int place) {
        Member member = site.switchboard().member(place);
        return member != null && site.switchboard().isCrowded(member);
    }

    /** But for what goes with it: whose it is, the thread's name, and so on. */
    @Override
    public long messageBytes() {
        return Bound.PAYLOAD_BYTES.value() - Bound.FRAME_BYTES.value();
    }

    @Override
    public boolean send(int place, long thread, byte[] message) {
        Member member = site.switchboard().member(place);
        return member != null
                && site.switchboard()
                        .send(
                                member,
                                thread,
                                GuestPackets.packet(GUEST, PacketKind.GUEST, message.length)
                                        .tail(message));
    }
}
