package org.sojourn.kernel.watch;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.name.Descriptor;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.part.Cell;
import org.sojourn.kernel.part.Exit;
import org.sojourn.kernel.part.Life;
import org.sojourn.kernel.part.Mover;
import org.sojourn.kernel.part.Parts;
import org.sojourn.kernel.part.Post;
import org.sojourn.kernel.part.Signal;
import org.sojourn.kernel.part.Target;
import org.sojourn.kernel.port.Encoded;

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
    /** Makes the messages that tell watchers of exits. */
    @FunctionalInterface
    public interface Notices {
        /** {@return a message for a watcher} */
        Object notice(Target who, Exit exit);
    }

    /** The order {@link Renewal}, after those to move. */
    private static final int RENEW = 4;

    private final Post post;
    private final Parts parts;
    private final Notices notices;

    /** Whoever may have to be reminded of a loss. */
    private final Set<Name> watchers = ConcurrentHashMap.newKeySet();

    /** Makes the watches of a place, of which there are none yet. */
    public Watches(Post post, Notices notices) {
        this.post = post;
        this.parts = post.parts();
        this.notices = notices;
        post.on(PacketKind.WATCH, packet -> Watch.read(this, parts, packet));
        post.onForKnown(PacketKind.NOTICE, packet -> Notice.read(this, parts, packet));
        post.onOrder(RENEW, packet -> new Renewal());
        Watching.register(this, parts);
        Recovery.register(this, parts);
    }

    Notices notices() {
        return notices;
    }

    Watching of(Cell part) {
        return part.feature(Watching.class, any -> new Watching(this));
    }

    /**
     * Begins to watch. In the watcher's turn.
     *
     * @param mailbox where the notice goes, an index or an id
     */
    public void watch(Cell watcher, Target watched, int mailbox) {
        of(watcher).watches(watched, mailbox);
        watched.signal(Watch.once(this, watcher, mailbox, watcher.life()));
    }

    /** Ends a watch. A notice may be on its way. */
    void unwatch(Cell watcher, Target watched, int mailbox) {
        toldOf(watcher, watched.name(), mailbox);
        watched.signal(Watch.times(this, watcher, mailbox, watcher.life(), 0));
    }

    /** A part is told that it is watched, or no longer is. A bond to a former life of a scope is over. In its turn. */
    void said(Cell watched, Watch watch) {
        if (watch.times > 0 && Bond.isTo(watch.mailbox) && !Bond.isTo(watch.mailbox, watched.life())) {
            tell(watch, watched, Exit.UNKNOWN);
        } else {
            of(watched).update(watch);
        }
    }

    /** A notice has come; false if the watcher waits for none: it is a former life's, or comes once too often. In its turn. */
    boolean toldOf(Cell watcher, Name watched, int mailbox) {
        Watching its = of(watcher);
        boolean isDue = its.toldOf(watched, mailbox);
        if (its.watchesNobody()) {
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

    /** A watcher leaves this place, or has come and isn't known here yet. */
    void remember(Cell watcher) {
        watchers.add(watcher.name());
    }

    /** A part that has left is where it was sent. */
    public void arrived(Name name) {
        if (!post.mover().isJudging()) {
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
    public void judged() {
        watchers.forEach(each -> parts.elsewhere(each).signal(new Renewal()));
        if (!post.mover().isJudging()) {
            watchers.removeIf(each -> {
                Descriptor<Cell> known = parts.names().find(each);
                return known == null || !known.location().equals(parts.site().self());
            });
        }
    }

    /** A place was lost, and perhaps what this part has to do with others whom it watches. */
    private final class Renewal extends Signal {
        @Override
        protected void act(Cell cell) {
            of(cell).renew(cell);
        }

        @Override
        protected PacketKind travelsBy() {
            return PacketKind.COMMAND;
        }

        @Override
        protected @Nullable Encoded write(Parts any, PacketWriter packet) {
            packet.u8(RENEW);
            return null;
        }
    }

    // ---- notices ------------------------------------------------------------------------------------------------

    /** Tells a watcher. */
    void tell(Watch watch, Target watched, Exit exit) {
        Cell here = watch.watcher.cell();
        if (here != null) {
            here.signal(new Notice(this, watch.mailbox, watched, exit, watch.life));
        } else {
            watched.export();
            parts.locate(watch.watcher.name(), watch.watcher.location())
                    .signal(new Notice(this, watch.mailbox, watched, exit, Life.ANY));
        }
    }
}
