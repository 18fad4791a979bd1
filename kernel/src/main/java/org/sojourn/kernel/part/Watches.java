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

    private static final int BEGIN = 0;
    private static final int END = 1;

    private final Kernel kernel;
    /** The watched one, and the life of the watcher in which it began to watch. */
    private record Watched(Target who, int life) {}

    private final Map<Remote, Watched> remote = new ConcurrentHashMap<>();

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
            remote.put(new Remote(watched.name(), watcher.export(), mailbox), new Watched(watched, watcher.life()));
        }
        watched.signal(new Signal.Watch(watcher, mailbox, watcher.life(), false));
    }

    /** Ends a watch. A notice may be on its way. */
    void unwatch(Cell watcher, Target watched, int mailbox) {
        if (watched.cell() == null) {
            remote.remove(new Remote(watched.name(), watcher.export(), mailbox));
        }
        watched.signal(new Signal.Watch(watcher, mailbox, watcher.life(), true));
    }

    /** Sends a watch to where the watched part is believed to be; see {@link Located#signal}. */
    boolean send(Located watched, Signal.Watch watch) {
        PacketWriter packet = new PacketWriter(PacketKind.WATCH, 40);
        kernel.write(packet, watched.name());
        kernel.write(packet, watch.watcher.export());
        return kernel.switchboard()
                .send(
                        watched.location(),
                        watched.orderKey(),
                        packet.i32(watch.mailbox).u8(watch.isEnd ? END : BEGIN));
    }

    private void watch(Member from, PacketReader packet) {
        Name watched = kernel.readName(packet);
        Target watcher = kernel.locate(kernel.readName(packet), from);
        int mailbox = packet.i32();
        kernel.arrived(watched).signal(new Signal.Watch(watcher, mailbox, Rest.FIRST_LIFE, packet.u8() == END));
    }

    /** Tells a watcher. */
    void tell(Signal.Watch watch, Target watched, Exit exit) {
        Cell here = watch.watcher.cell();
        if (here != null) {
            here.signal(notice(watch.mailbox, watched, exit, watch.life));
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
        Target who = kernel.locate(watched, from);
        Exit exit = new Exit(cause, detail, failure);
        if (Bond.isOf(mailbox)) {
            Signal severed = new Signal.Severed(mailbox, who, exit);
            if (here != null) {
                here.signal(severed);
            } else {
                severed.undeliverable(kernel, watcher);
            }
            return;
        }
        Watched known = here == null ? null : remote.remove(new Remote(watched, watcher.name(), mailbox));
        if (here != null && known != null) {
            here.signal(notice(mailbox, who, exit, known.life()));
        }
    }

    private Signal notice(int mailbox, Target watched, Exit exit, int life) {
        return mailbox <= Bond.HIGHEST
                ? new Signal.Severed(mailbox, watched, exit)
                : new Signal.Notice(mailbox, kernel.kinds().notice(watched, exit), life);
    }

    /** A part is about to get another body: what the former one watched is forgotten, and its members end. */
    void restarted(Cell cell, Rest its) {
        Name name = cell.knownName();
        if (name != null) {
            for (Remote each : List.copyOf(remote.keySet())) {
                Watched watched =
                        each.watcher().equals(name) && each.mailbox() > Bond.HIGHEST ? remote.remove(each) : null;
                if (watched != null) {
                    watched.who().signal(new Signal.Watch(cell, each.mailbox(), cell.life(), true));
                }
            }
        }
        for (Signal.Watch each : List.copyOf(its.watchers)) {
            if (Bond.isTo(each.mailbox)) {
                its.watchers.remove(each);
                tell(each, cell, Exit.STOPPED);
            }
        }
    }

    /** Makes the notices that a lost place can't send. */
    void lost(Member member) {
        for (Remote each : List.copyOf(remote.keySet())) {
            Watched watched = remote.get(each);
            if (watched != null && watched.who().location().equals(member) && remote.remove(each) != null) {
                Cell watcher = kernel.locate(each.watcher(), kernel.self()).cell();
                if (watcher != null) {
                    String detail = "its place " + member + " is lost";
                    Exit exit = new Exit(Exit.Cause.PLACE_LOST, detail, null);
                    watcher.signal(notice(each.mailbox(), watched.who(), exit, watched.life()));
                }
            }
        }
    }
}
