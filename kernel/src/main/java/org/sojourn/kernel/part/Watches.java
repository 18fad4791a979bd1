package org.sojourn.kernel.part;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.port.Member;

/**
 * Watching parts exit.
 *
 * <p>The watched part keeps its watchers. Its last act is to send each a notice, on the way that its messages take, so
 * the notice arrives after the last message that it sent to that watcher. A part that is unknown or has exited answers
 * a watch with a notice at once. Because a lost place can't send notices, the watcher's place also remembers whom its
 * parts watch elsewhere, and makes the notices itself when their place is lost.
 *
 * <p>The watcher itself counts which notices it waits for: one that is a former life's, or comes both from the watched and
 * from its place, is known by that. Either may move; what each keeps of the other moves with it.
 */
public final class Watches {
    /** Whom a part of this place watches elsewhere. */
    private record Remote(Name watched, Name watcher, int mailbox) {}

    private final Kernel kernel;
    private final Map<Remote, Target> remote = new ConcurrentHashMap<>();

    Watches(Kernel kernel) {
        this.kernel = kernel;
        kernel.switchboard().on(PacketKind.WATCH, (from, packet) -> {
            Name watched = Name.read(packet);
            kernel.arrived(from, watched, Parcel.Watching.read(kernel, from, packet));
        });
        kernel.switchboard().on(PacketKind.NOTICE, (from, packet) -> {
            Name watcher = Name.read(packet);
            kernel.toldBy(from, watcher, Parcel.Told.read(kernel, from, packet));
        });
    }

    /**
     * Begins to watch. In the watcher's turn.
     *
     * @param watcher who is told
     * @param watched who is watched
     * @param mailbox where the notice goes, an index or an id
     */
    public void watch(Cell watcher, Target watched, int mailbox) {
        watcher.rest().watches(watched, mailbox);
        remember(watcher, watched, mailbox);
        watched.signal(new Signal.Watch(watcher, mailbox, watcher.life(), false));
    }

    private void remember(Cell watcher, Target watched, int mailbox) {
        if (watched.cell() == null) {
            remote.put(new Remote(watched.name(), watcher.export(), mailbox), watched);
        }
    }

    /** Ends a watch. A notice may be on its way. */
    void unwatch(Cell watcher, Target watched, int mailbox) {
        watcher.rest().toldOf(watched.name(), mailbox);
        forget(watcher, watched, mailbox);
        watched.signal(new Signal.Watch(watcher, mailbox, watcher.life(), true));
    }

    private void forget(Cell watcher, Target watched, int mailbox) {
        Name name = watcher.knownName();
        if (name != null) {
            remote.remove(new Remote(watched.name(), name, mailbox));
        }
    }

    /** A watcher has left this place. */
    void left(Cell watcher, Rest its) {
        its.watching.forEach((watched, watching) -> forget(watcher, watching.who(), watched.mailbox()));
    }

    /** A watcher has come to this place, perhaps after somebody whom it watches was lost. */
    void came(Cell watcher, Rest its) {
        its.watching.forEach((watched, watching) -> {
            remember(watcher, watching.who(), watched.mailbox());
            Member at = watching.who().location();
            if (kernel.switchboard().isOut(at)) {
                kernel.mover().whenJudged(at, () -> lost(at));
            }
        });
    }

    /** Tells a watcher. */
    void tell(Signal.Watch watch, Target watched, Exit exit) {
        Cell here = watch.watcher.cell();
        if (here != null) {
            here.signal(notice(watch.mailbox, watched, exit, watch.life));
        } else {
            watched.export();
            kernel.locate(watch.watcher.name(), watch.watcher.location())
                    .signal(notice(watch.mailbox, watched, exit, Rest.ANY_LIFE));
        }
    }

    /** What a watcher is told. */
    Signal notice(int mailbox, Target watched, Exit exit, int life) {
        return mailbox <= Bond.HIGHEST
                ? new Signal.Severed(mailbox, watched, exit)
                : new Signal.Notice(mailbox, kernel.kinds().notice(watched, exit), watched, exit, life);
    }

    /** A part is about to get another body: what the former one watched is forgotten, and its members end. */
    void restarted(Cell cell, Rest its) {
        its.watching.forEach((watched, watching) -> {
            if (watched.mailbox() > Bond.HIGHEST) {
                if (watching.who().cell() == null) {
                    watching.who().signal(new Signal.Watch(cell, watched.mailbox(), cell.life(), true));
                }
                forget(cell, watching.who(), watched.mailbox());
            }
        });
        its.watching.keySet().removeIf(each -> each.mailbox() > Bond.HIGHEST);
        for (Signal.Watch each : List.copyOf(its.watchers)) {
            if (Bond.isTo(each.mailbox)) {
                its.watchers.remove(each);
                tell(each, cell, Exit.STOPPED);
            }
        }
    }

    /** Whether somebody here watches a part that is believed to be there. */
    boolean isOn(Member member) {
        return remote.values().stream().anyMatch(each -> each.location().equals(member));
    }

    /** Makes the notices that a lost place can't send. */
    void lost(Member member) {
        remote.forEach((each, watched) -> {
            if (watched.location().equals(member) && remote.remove(each) != null) {
                Cell watcher = kernel.locate(each.watcher(), kernel.self()).cell();
                if (watcher != null) {
                    String detail = "its place " + member + " is lost";
                    Exit exit = new Exit(Exit.Cause.PLACE_LOST, detail, null);
                    watcher.signal(notice(each.mailbox(), watched, exit, Rest.ANY_LIFE));
                }
            }
        });
    }
}
