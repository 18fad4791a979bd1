package org.sojourn.kernel.part;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.UnsendableException;

/**
 * Watching parts exit.
 *
 * <p>The watched part keeps its watchers. Its last act is to send each a notice, on the way that its messages take, so
 * the notice arrives after the last message that it sent to that watcher. A part that is unknown or has exited answers
 * a watch with a notice at once. Because a lost place can't send notices, the watcher's place also remembers whom its
 * parts watch elsewhere, and makes the notices itself when their place is lost.
 */
public final class Watches {
    /** Whom a part of this place watches elsewhere. */
    private record Remote(Name watched, Name watcher, int mailbox) {}

    private final Kernel kernel;
    private final Map<Remote, Target> remote = new ConcurrentHashMap<>();

    Watches(Kernel kernel) {
        this.kernel = kernel;
        kernel.switchboard().on(PacketKind.WATCH, this::watch);
        kernel.switchboard().on(PacketKind.NOTICE, this::notice);
    }

    /**
     * Begins to watch.
     *
     * @param watcher who is told
     * @param watched who is watched
     * @param mailbox where the notice goes, an index or an id
     */
    public void watch(Cell watcher, Target watched, int mailbox) {
        if (watched.cell() == null) {
            remote.put(new Remote(watched.name(), watcher.export(), mailbox), watched);
        }
        watched.signal(new Signal.Watch(watcher, mailbox));
    }

    /** Sends a watch to where the watched part is believed to be; see {@link Located#signal}. */
    boolean send(Located watched, Signal.Watch watch) {
        PacketWriter packet = new PacketWriter(PacketKind.WATCH, 40);
        kernel.write(packet, watched.name());
        kernel.write(packet, watch.watcher.export());
        return kernel.switchboard().send(watched.location(), watched.orderKey(), packet.i32(watch.mailbox));
    }

    private void watch(Member from, PacketReader packet) {
        Name watched = kernel.readName(packet);
        Target watcher = kernel.locate(kernel.readName(packet), from);
        kernel.arrived(watched).signal(new Signal.Watch(watcher, packet.i32()));
    }

    /** Tells a watcher. */
    void tell(Signal.Watch watch, Target watched, Exit exit) {
        Cell here = watch.watcher.cell();
        if (here != null) {
            here.signal(new Signal.Notice(watch.mailbox, kernel.kinds().notice(watched, exit)));
            return;
        }
        PacketWriter packet = new PacketWriter(PacketKind.NOTICE, 64);
        kernel.write(packet, watched.export());
        kernel.write(packet, watch.watcher.name());
        packet.i32(watch.mailbox).u8(exit.cause().ordinal()).text(exit.detail());
        Member to = watch.watcher.location();
        long orderKey = watch.watcher.name().hashCode();
        if (exit.failure() != null) {
            try {
                kernel.switchboard().send(to, orderKey, packet, kernel.codec().encode(exit.failure()));
                return;
            } catch (UnsendableException e) {
                // The failure can't travel; its text is in the detail.
            }
        }
        kernel.switchboard().send(to, orderKey, packet);
    }

    private void notice(Member from, PacketReader packet) {
        Name watched = kernel.readName(packet);
        Target watcher = kernel.locate(kernel.readName(packet), kernel.self());
        int mailbox = packet.i32();
        Exit.Cause cause = Exit.Cause.of(packet.u8());
        String detail = packet.text();
        Throwable failure = packet.remaining() == 0 ? null : (Throwable) packet.value();
        Cell here = watcher.cell();
        if (here != null && remote.remove(new Remote(watched, watcher.name(), mailbox)) != null) {
            deliver(here, watched, from, mailbox, new Exit(cause, detail, failure));
        }
    }

    private void deliver(Cell watcher, Name watched, Member location, int mailbox, Exit exit) {
        Object message = kernel.kinds().notice(kernel.locate(watched, location), exit);
        watcher.signal(new Signal.Notice(mailbox, message));
    }

    /** Makes the notices that a lost place can't send. */
    void lost(Member member) {
        for (Remote each : List.copyOf(remote.keySet())) {
            Target watched = remote.get(each);
            if (watched != null && watched.location().equals(member) && remote.remove(each) != null) {
                Cell watcher = kernel.locate(each.watcher(), kernel.self()).cell();
                if (watcher != null) {
                    String detail = "its place " + member + " is lost";
                    deliver(
                            watcher,
                            each.watched(),
                            member,
                            each.mailbox(),
                            new Exit(Exit.Cause.PLACE_LOST, detail, null));
                }
            }
        }
    }
}
