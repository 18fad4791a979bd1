package org.sojourn.threads.space;

import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.sojourn.kernel.balance.Population;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.Switchboard;
import org.sojourn.kernel.move.Sojourner;
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
        ThreadsHere here = new ThreadsHere(new KernelLine(kernel.site()), HOME, loader());
        kernel.site()
                .guestPackets()
                .on(KernelLine.GUEST, PacketKind.GUEST, (from, packet) -> heard(here, from, packet));
        kernel.inquiries().on(WORD, here::asked);
        kernel.site().switchboard().watch(new Switchboard.Watcher() {
            @Override
            public void lost(Member member, String cause) {
                here.lost(member.place(), cause);
            }
        });
        kernel.add(slaves(here));
        return here;
    }

    /** Finds the program's classes, for whoever opens the place. */
    private static ClassLoader loader() {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        return context == null ? ClassLoader.getSystemClassLoader() : context;
    }

    /** Threads of others, as balancing and reports see them. A place that is drained sends them home. */
    private static Population slaves(ThreadsHere here) {
        return new Population() {
            @Override
            public Map<String, Long> alive() {
                int running = here.slaves();
                return running == 0 ? Map.of() : Map.of("thread", (long) running);
            }

            @Override
            public long moves() {
                return here.retreats();
            }

            @Override
            public void watchSteps(Consumer<Sojourner> told) {}

            @Override
            public void watchSends(BiConsumer<Sojourner, Member> told) {}

            @Override
            public void createElsewhere(Supplier<Member> where) {
                here.drain();
            }
        };
    }

    private static void heard(ThreadsHere here, Member from, PacketReader packet) {
        try {
            here.heard(from.place(), packet.bytes(packet.remaining()));
        } catch (IllegalArgumentException e) {
            throw new MalformedException(String.valueOf(e.getMessage()));
        }
    }
}
