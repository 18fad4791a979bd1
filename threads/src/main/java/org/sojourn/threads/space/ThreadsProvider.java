package org.sojourn.threads.space;

import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.Switchboard;
import org.sojourn.kernel.place.GuestProvider;
import org.sojourn.kernel.place.Kernel;
import org.sojourn.kernel.port.MalformedException;
import org.sojourn.kernel.port.Member;
import org.sojourn.threads.ThreadSpace;

/** Has threads at each place that finds this room on its class path. */
public final class ThreadsProvider implements GuestProvider {
    /** By which the guest is asked for people. */
    public static final String WORD = "threads";

    private static final int HOME = 0;

    /** For the service loader. */
    public ThreadsProvider() {}

    @Override
    public Class<?> type() {
        return ThreadSpace.class;
    }

    @Override
    public Object open(Kernel kernel, Ground ground) {
        ThreadsHere here = new ThreadsHere(new KernelLine(kernel.site()), HOME, ClassLoader.getSystemClassLoader());
        kernel.site().guestPackets().on(KernelLine.GUEST, PacketKind.GUEST, (from, packet) -> heard(here, from, packet));
        kernel.inquiries().on(WORD, here::asked);
        kernel.site().switchboard().watch(new Switchboard.Watcher() {
            @Override
            public void lost(Member member, String cause) {
                here.lost(member.place(), cause);
            }
        });
        return here;
    }

    private static void heard(ThreadsHere here, Member from, PacketReader packet) {
        try {
            here.heard(from.place(), packet.bytes(packet.remaining()));
        } catch (IllegalArgumentException e) {
            throw new MalformedException(String.valueOf(e.getMessage()));
        }
    }
}
