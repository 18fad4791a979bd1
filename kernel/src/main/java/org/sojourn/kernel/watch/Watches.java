package org.sojourn.kernel.watch;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.move.Migration;
import org.sojourn.kernel.move.Sojourner;
import org.sojourn.kernel.name.Descriptor;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.part.Cell;
import org.sojourn.kernel.part.Exit;
import org.sojourn.kernel.part.Life;
import org.sojourn.kernel.part.Parts;
import org.sojourn.kernel.part.Post;
import org.sojourn.kernel.part.Signal;
import org.sojourn.kernel.part.Target;
import org.sojourn.kernel.port.Encoded;
import org.sojourn.kernel.site.Registered;

/**
 * Watching parts exit.
 *
 * <p><b>Purpose.</b> A part that watches another is told once that this has exited, wherever both live, however they move, and
 * whatever place is lost.
 *
 * <p><b>What each side knows.</b> The watched part keeps its watchers. Its last act is to send each a notice, on the way that its
 * messages take, so the notice arrives after the last message that it sent to that watcher. A watch of a part that is unknown or has
 * exited is answered with a notice at once. The watcher keeps how many notices it waits for from whom, and drops a notice that it
 * doesn't wait for. So to be told twice does no harm, and as an exit is for ever, no notice can come too late to be true. What each
 * keeps of the other moves with it.
 *
 * <p><b>A place is lost</b>, and with it perhaps the watched part; or a WATCH that it should have sent on, or a notice. These can't
 * be told apart from afar, so each watch of a part elsewhere is begun anew when it is decided what was lost:
 *
 * <pre>
 *   roll call over: RENEWAL to each watcher that was sent or has come from here --in its turn--&gt; WATCH, how often
 *     WATCH at a part that lives        it takes that for all it knew of this watcher in this mailbox
 *     WATCH for one that has exited     a notice, from the place where it exited
 *     WATCH for one that is lost        a notice, from the place that has found that out
 * </pre>
 *
 * <b>Why that is enough.</b> A WATCH comes to one of these ends or is lost with a place, and so is a notice; and the loss of that
 * place has all of it begin anew. What is sent when a loss has been decided goes by no place that was lost.
 *
 * <p><b>Reminders.</b> A place remembers the names of the watchers whose watches have left it: one that has watched a part
 * elsewhere, one whose watched part leaves, one that comes. A watcher that leaves is remembered until it has arrived and no loss is
 * undecided here, as it may come to a place that has decided already. So each watcher is told of each loss by the place where it
 * lives when that decides, or by the one that it has just left.
 *
 * <p><b>Termination.</b> A place is active until it is decided what was lost ({@link Migration}), and by then the reminders are on their
 * way. Packets: one WATCH for each watch of a part elsewhere, for each place that is lost.
 *
 * <p><b>Dropped.</b> That the watcher's place only makes the notices for parts that it believes at the lost place: it may believe
 * them elsewhere, and doesn't hear of what was on its way. Not to renew what can't have gone by the lost place: a part that has
 * moved on may have exited and be forgotten, so nobody can say what has gone where. To tell the count of losses with a watcher that
 * moves: places that came later count differently.
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
    private final Registered<Notices> notices = new Registered<>("a notice for a part of guest");

    /** Those who may have to be reminded of a loss. */
    private final Set<Name> watchers = ConcurrentHashMap.newKeySet();

    /** Makes the watches of a place, of which there are none yet. */
    public Watches(Post post) {
        this.post = post;
        this.parts = post.parts();
        post.on(PacketKind.WATCH, packet -> Watch.read(this, parts, packet));
        post.onForKnown(PacketKind.NOTICE, packet -> Notice.read(this, parts, packet));
        post.orders().add(RENEW, packet -> new Renewal());
        Watching.register(this, parts);
        Recovery.register(this, parts);
    }

    /** {@return what makes messages of exits, by guests} */
    public Registered<Notices> notices() {
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

    /** A part learns that it is watched, or no longer is. A bond to a former life of a scope is over. In its turn. */
    void said(Cell watched, Watch watch) {
        if (watch.times > 0 && Bond.isTo(watch.mailbox) && !Bond.isTo(watch.mailbox, watched.life())) {
            tell(watch, watched, Exit.UNKNOWN);
        } else {
            of(watched).update(watch);
        }
    }

    /** A notice has come; false if the watcher waits for none. In its turn. */
    boolean toldOf(Cell watcher, Name watched, int mailbox) {
        Watching its = of(watcher);
        boolean isDue = its.toldOf(watched, mailbox);
        if (its.watchesNobody()) {
            forget(watcher);
        }
        return isDue;
    }

    // ---- who is reminded ----------------------------------------------------------------------------------------

    /** A part that is watched from here is elsewhere, or leaves. Any thread may say so. */
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

    /** A part that has left has arrived. */
    public void arrived(Name name) {
        if (!post.migration().isJudging()) {
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
        if (!post.migration().isJudging()) {
            watchers.removeIf(each -> {
                Descriptor<Sojourner> known = parts.names().find(each);
                return known == null || !known.location().equals(parts.site().self());
            });
        }
    }

    /** Has a watcher begin all its watches anew. */
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

    /** Tells a watcher. */
    void tell(Watch watch, Target watched, Exit exit) {
        Target watcher = watch.watcher;
        Cell here = watcher.cell();
        if (here == null) {
            watched.export();
        }
        Target to = here != null ? here : parts.locate(watcher.name(), watcher.location());
        to.signal(new Notice(this, watch.mailbox, watched, exit, here != null ? watch.life : Life.ANY));
    }
}
