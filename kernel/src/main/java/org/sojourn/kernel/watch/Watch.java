package org.sojourn.kernel.watch;

import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.mail.DeadLetters;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.part.Cell;
import org.sojourn.kernel.part.Exit;
import org.sojourn.kernel.part.Life;
import org.sojourn.kernel.part.Parts;
import org.sojourn.kernel.part.Signal;
import org.sojourn.kernel.part.Target;
import org.sojourn.kernel.port.Encoded;
import org.sojourn.kernel.port.MalformedException;

/** Asks a part for notices of its exit: for one more, or for so many in all. */
final class Watch extends Signal {
    private final Watches watches;
    final Target watcher;
    final int mailbox;

    /** The watcher's life, if that is known where the watched part is. */
    final int life;

    /** How many notices; 0 ends the watch. */
    final int times;

    /** Whether they come on top of those asked for before. */
    final boolean isMore;

    private Watch(Watches watches, Target watcher, int mailbox, int life, int times, boolean isMore) {
        this.watches = watches;
        this.watcher = watcher;
        this.mailbox = mailbox;
        this.life = life;
        this.times = times;
        this.isMore = isMore;
    }

    static Watch once(Watches watches, Target watcher, int mailbox, int life) {
        return new Watch(watches, watcher, mailbox, life, 1, true);
    }

    static Watch times(Watches watches, Target watcher, int mailbox, int life, int times) {
        return new Watch(watches, watcher, mailbox, life, times, false);
    }

    @Override
    protected void act(Cell cell) {
        watches.said(cell, this);
    }

    /** Whoever began to watch before the inbox was closed still counts as a watcher. */
    @Override
    protected boolean isForTheLast() {
        return true;
    }

    @Override
    protected void undeliverable(Parts parts, Target receiver, DeadLetters.Cause cause) {
        if (cause == DeadLetters.Cause.WAY_LOST) {
            return; // the loss of that place has the watcher say anew how often it watches
        }
        Exit exit = cause == DeadLetters.Cause.PLACE_LOST ? Exit.lost(receiver.location()) : Exit.UNKNOWN;
        for (int i = 0; i < times; i++) {
            watches.tell(this, receiver, exit);
        }
    }

    // ---- at another place -------------------------------------------------------------------------------------------

    @Override
    protected PacketKind travelsBy() {
        return PacketKind.WATCH;
    }

    /** From now on a loss may keep the watcher from being told. */
    @Override
    protected void prepare(Parts parts) {
        Cell here = watcher.cell();
        if (here != null && times > 0) {
            watches.reaches(here);
        }
    }

    @Override
    protected @Nullable Encoded write(Parts parts, PacketWriter packet) {
        watcher.export().write(packet);
        packet.member(watcher.location());
        packet.i32(mailbox).i32(times).u8(isMore ? 1 : 0);
        return null;
    }

    static Watch read(Watches watches, Parts parts, PacketReader packet) {
        Target watcher = parts.locate(Name.read(packet), packet.member());
        int mailbox = packet.i32();
        int times = packet.count(Watching.MOST_TIMES);
        boolean isMore = packet.u8() == 1;
        if (isMore && times != 1) {
            throw new MalformedException("a watch begins " + times + " times; each begins by itself");
        }
        return new Watch(watches, watcher, mailbox, Life.ANY, times, isMore);
    }

    /** One more is one more, however late it comes. What replaces others must not come behind a later one. */
    @Override
    protected boolean keepsOrder() {
        return !isMore;
    }

    /** A notice from where it has exited comes behind what it had sent from there. */
    @Override
    protected boolean isForTheDead() {
        return true;
    }
}
