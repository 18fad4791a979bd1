package org.sojourn.kernel.flow;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.part.Cell;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.sched.Overload;
import org.sojourn.kernel.site.Site;

/**
 * The senders at another place, muted by one mailbox of a part here: to the part's {@link Overload} and to {@link Muting} one
 * muted sender among the others. What is told to the other place is told with this object's lock held, so that it is told in
 * the order in which it happens.
 */
final class Away implements Overload.Muted, Muting.Liftable {
    private final Site site;
    private final Cell receiver;
    private final Member senders;
    private final int mailbox;
    private final Consumer<Away> onRelease;

    /** The ways of addressing the mailbox that the other place knows of. Guarded by this. */
    private final Set<Integer> told = new HashSet<>();

    /** Guarded by this. */
    private boolean isOver;

    /** Whether one of the senders was let pass and hasn't been told of since. Guarded by this. */
    private boolean isPassing;

    Away(Site site, Cell receiver, Member senders, int mailbox, Consumer<Away> onRelease) {
        this.site = site;
        this.receiver = receiver;
        this.senders = senders;
        this.mailbox = mailbox;
        this.onRelease = onRelease;
    }

    /**
     * Mutes them, if the overload goes on; returns whether it does. One that has ended meanwhile lets nobody go any more who comes
     * too late, so this is over then, and isn't asked for its credit by what comes next.
     */
    boolean begin(Overload full, long sentTo) {
        if (!full.add(this, sentTo)) {
            release();
        }
        return !isOver();
    }

    /** Withdraws credit for one more way of addressing the mailbox; false if credit was granted again before. */
    synchronized boolean withdraw(int address, long epoch) {
        if (!isOver && told.add(address)) {
            PacketWriter packet = Credits.packet(PacketKind.WITHDRAW, receiver.name(), mailbox);
            site.switchboard()
                    .send(
                            senders,
                            Credits.key(receiver.name()),
                            packet.i64(epoch).i32(address));
        }
        return !isOver;
    }

    @Override
    public void release() {
        synchronized (this) {
            if (isOver) {
                return;
            }
            isOver = true;
            if (!told.isEmpty()) {
                tell(PacketKind.GRANT);
            }
        }
        onRelease.accept(this);
    }

    /** Their place is lost: they hold up nobody. */
    void lost() {
        synchronized (this) {
            isOver = true;
        }
        onRelease.accept(this);
    }

    @Override
    public synchronized boolean isOver() {
        return isOver;
    }

    @Override
    public Object by() {
        return receiver;
    }

    @Override
    public synchronized boolean lift() {
        if (isOver || isPassing) {
            return false;
        }
        isPassing = true;
        tell(PacketKind.PASS);
        return true;
    }

    /** The one that was let pass has gone on; false if none was. */
    synchronized boolean hasPassed() {
        boolean wasPassing = isPassing;
        isPassing = false;
        return wasPassing && !isOver;
    }

    Member senders() {
        return senders;
    }

    private void tell(PacketKind kind) {
        site.switchboard().send(senders, Credits.key(receiver.name()), Credits.packet(kind, receiver.name(), mailbox));
    }

    @Override
    public String toString() {
        return "who sends from " + senders;
    }
}
