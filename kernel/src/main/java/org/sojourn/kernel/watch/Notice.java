package org.sojourn.kernel.watch;

import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.ask.Outcome;
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
import org.sojourn.kernel.port.UndecodableException;

/** Tells a part of the exit of another one that it watches, or to which it has a {@link Bond}. */
final class Notice extends Signal {
    private final Watches watches;
    private final int mailbox;
    private final Target who;
    private final Exit exit;

    /** The life in which the part began to watch, if that is known here. */
    private final int life;

    Notice(Watches watches, int mailbox, Target who, Exit exit, int life) {
        this.watches = watches;
        this.mailbox = mailbox;
        this.who = who;
        this.exit = exit;
        this.life = life;
    }

    @Override
    protected void act(Cell cell) {
        if (mailbox > Bond.HIGHEST) {
            if ((life == Life.ANY || life == cell.life()) && watches.toldOf(cell, who.name(), mailbox)) {
                cell.notice(mailbox, watches.notices().of(cell.guest()).notice(who, exit));
            }
        } else if (Bond.isTo(mailbox)) {
            cell.end(new Exit(Exit.Cause.STOPPED, "ended with its scope " + who, null));
        } else if (Bond.isOf(mailbox, cell.life())) {
            cell.fail(
                    exit.failure() != null ? exit.failure() : new IllegalStateException(exit.detail()),
                    "its member " + who);
        }
    }

    /** A member's failure that its scope doesn't get to know is nobody's. */
    @Override
    protected void undeliverable(Parts parts, Target receiver, DeadLetters.Cause cause) {
        if (cause != DeadLetters.Cause.PLACE_LOST && mailbox <= Bond.HIGHEST && !Bond.isTo(mailbox)) {
            parts.census().unhandled(exit.detail());
        }
    }

    // ---- at another place -------------------------------------------------------------------------------------------

    @Override
    protected PacketKind travelsBy() {
        return PacketKind.NOTICE;
    }

    @Override
    protected @Nullable Encoded write(Parts parts, PacketWriter packet) {
        who.export().write(packet);
        packet.member(who.location());
        packet.i32(mailbox).u8(exit.cause().ordinal()).text(exit.detail());
        Throwable failure = exit.failure();
        return failure == null ? null : Outcome.encodeIfPossible(parts.site().codec(), failure);
    }

    static Notice read(Watches watches, Parts parts, PacketReader packet) {
        Target who = parts.locate(Name.read(packet), packet.member());
        int mailbox = packet.i32();
        Exit.Cause cause = Exit.Cause.of(packet.u8());
        return new Notice(watches, mailbox, who, new Exit(cause, packet.text(), failure(packet)), Life.ANY);
    }

    /** A failure that can't be rebuilt here is told by its text, as one that couldn't travel. */
    private static @Nullable Throwable failure(PacketReader packet) {
        if (packet.remaining() == 0) {
            return null;
        }
        try {
            if (packet.value() instanceof Throwable failure) {
                return failure;
            }
        } catch (UndecodableException e) {
            return null;
        }
        throw new MalformedException("a notice whose failure isn't an exception");
    }

    @Override
    protected boolean keepsOrder() {
        return false;
    }
}
