package org.sojourn.kernel.part;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.name.Descriptor;
import org.sojourn.kernel.name.Name;

/**
 * Watching parts exit.
 *
 * <p><b>Purpose.</b> Who watches a part is told once that it has exited, wherever both live, however they move, and whatever place is lost.
 *
 * <p><b>Who knows what.</b> The watched part keeps its watchers. Its last act is to send each a notice, on the way that its messages take, so
 * the notice arrives after the last message that it sent to that watcher. A part that is unknown or has exited answers
 * a watch with a notice at once. The watcher keeps whom it watches, and how many notices it waits for: that decides. One that comes when none
 * is waited for is dropped. So to be told twice does no harm, and as an exit is for ever, no notice can come too late to be true. Either may
 * move; what each keeps of the other moves with it.
 *
 * <p><b>A place is lost</b>, and with it perhaps the watched one; or a WATCH that it should have sent on, or a notice. None of these can be told
 * apart from afar, so each watch of a part elsewhere is begun anew when it is decided what was lost:
 *
 * <pre>
 *   roll call over: RENEWAL to each watcher that was sent or has come from here --in its turn--&gt; WATCH, how often
 *     WATCH at a part that lives        it takes that for all it knew of this watcher in this mailbox
 *     WATCH for one that has exited     a notice, from the place where it exited
 *     WATCH for one that is lost        a notice, from the place that has found that out
 * </pre>
 *
 * <b>Why that is enough.</b> A WATCH comes to one of these ends or is lost with a place, and so is a notice; and the loss of that place has all of
 * it begin anew. What is sent when a loss has been decided goes by no place that was lost.
 *
 * <p><b>Who is reminded.</b> A place remembers by their names the watchers whose watches have left it: one that has watched a
 * part elsewhere, one whose watched part leaves, one that comes. A watcher that leaves is remembered until it has arrived and
 * no loss is undecided here: it may come to a place that has decided already. So each loss is made known to each watcher by the
 * place that it lives at when that decides, or by the one that it has just left.
 *
 * <p><b>Termination.</b> A place is active until it is decided what was lost ({@link Mover}), and by then the reminders are on their way.
 *
 * <p>Packets: one WATCH for each watch of a part elsewhere, for each place that is lost.
 *
 * <p><b>Dropped.</b> That the watcher's place makes the notices for those which it believes at the lost place, and that is all:
 * it may believe them elsewhere, and doesn't hear of what was on its way. Not to renew what can't have gone by the lost place:
 * whoever has moved on may have exited and be forgotten, so nobody can say what has gone where. To tell the count of losses
 * with a watcher that moves: places that came later count differently.
 */
public final class Watches {
    private final Kernel kernel;

    /** Who may have to be reminded of a loss. */
    private final Set<Name> watchers = ConcurrentHashMap.newKeySet();

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
        watched.signal(Signal.Watch.once(watcher, mailbox, watcher.life()));
    }

    /** Ends a watch. A notice may be on its way. */
    void unwatch(Cell watcher, Target watched, int mailbox) {
        toldOf(watcher, watched.name(), mailbox);
        watched.signal(Signal.Watch.times(watcher, mailbox, watcher.life(), 0));
    }

    /** A part is told that it is watched, or no longer is. A bond to a former life of a scope is over. In its turn. */
    void said(Cell watched, Signal.Watch watch) {
        if (watch.times > 0 && Bond.isTo(watch.mailbox) && !Bond.isTo(watch.mailbox, watched.life())) {
            tell(watch, watched, Exit.UNKNOWN);
        } else {
            watched.rest().watchers.update(watch);
        }
    }

    /** A notice has come; false if the watcher waits for none: it is a former life's, or comes once too often. In its turn. */
    boolean toldOf(Cell watcher, Name watched, int mailbox) {
        Rest its = watcher.rest();
        boolean isDue = its.toldOf(watched, mailbox);
        if (its.watching.isEmpty()) {
            forget(watcher);
        }
        return isDue;
    }

    // ---- who is reminded ----------------------------------------------------------------------------------------

    /** What a part here watches is elsewhere, or leaves. Any thread may say so. */
    void reaches(Cell watcher) {
        Name name = watcher.export();
        watchers.add(name);
        if (watcher.isGone() && !watcher.isElsewhere()) {
            watchers.remove(name); // it has exited in between
        }
    }

    /** A part has left this place, perhaps away from those who watch it, or whom it watches. */
    void left(Cell part, Rest its) {
        if (!its.watching.isEmpty()) {
            watchers.add(part.name()); // until it has arrived
        }
        its.watchers.forEach(each -> {
            Cell here = each.watcher.cell();
            if (here != null) {
                reaches(here);
            }
        });
    }

    /** A watcher has come to this place; it isn't known here yet. */
    void came(Cell watcher, Rest its) {
        if (!its.watching.isEmpty()) {
            watchers.add(watcher.name());
        }
    }

    /**
     * A part that has left is where it was sent.
     *
     * @param name its name
     */
    public void arrived(Name name) {
        if (!kernel.mover().isJudging()) {
            watchers.remove(name);
        }
    }

    /** A part has exited, or watches nobody any more. */
    void forget(Cell watcher) {
        Name name = watcher.knownName();
        if (name != null) {
            watchers.remove(name);
        }
    }

    /** It is decided what was lost with a place. */
    void judged() {
        watchers.forEach(each -> kernel.elsewhere(each).signal(new Signal.Renewal()));
        if (!kernel.mover().isJudging()) {
            watchers.removeIf(each -> {
                Descriptor<Cell> known = kernel.names().find(each);
                return known == null || !known.location().equals(kernel.self());
            });
        }
    }

    /** Begins all watches of a part anew. In its turn. */
    void renew(Cell watcher, Rest its) {
        its.watching.forEach((watched, watching) -> watching.who()
                .signal(Signal.Watch.times(watcher, watched.mailbox(), watcher.life(), watching.times())));
    }

    // ---- notices ------------------------------------------------------------------------------------------------

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
                    watching.who().signal(Signal.Watch.times(cell, watched.mailbox(), cell.life(), 0));
                }
            }
        });
        its.watching.keySet().removeIf(each -> each.mailbox() > Bond.HIGHEST);
        its.watchers.removeMembers(each -> tell(each, cell, Exit.STOPPED));
    }
}
