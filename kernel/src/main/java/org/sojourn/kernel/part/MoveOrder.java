package org.sojourn.kernel.part;

import static java.lang.System.Logger.Level.WARNING;

import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.move.Departure;
import org.sojourn.kernel.port.Member;

/**
 * A program's order to move.
 *
 * @param parts those of the place where the part is
 * @param answerTo who is told what has come of it; null if the part itself wants to go
 */
public record MoveOrder(Parts parts, Member to, @Nullable ReplyAddress answerTo) implements Departure {
    private static final System.Logger LOG = System.getLogger(MoveOrder.class.getName());

    @Override
    public boolean isOwn() {
        return answerTo == null;
    }

    /** If nobody is told that is logged: once for each kind and reason, and again whenever there have been twice as many. */
    @Override
    public void refused(String reason) {
        if (answerTo != null) {
            parts.replies().refuse(answerTo, reason, null);
            return;
        }
        String line = parts.census().refusedMoves().add(reason);
        if (line != null) {
            LOG.log(WARNING, line);
        }
    }

    @Override
    public void done() {
        if (answerTo != null) {
            parts.replies().reply(answerTo, parts.site().self().place());
        }
    }

    /** Appends an order to a packet; that of a balancer goes on as one of the part's own. */
    static PacketWriter write(Departure order, PacketWriter packet) {
        ReplyAddress answerTo = order instanceof MoveOrder ordered ? ordered.answerTo : null;
        packet.member(order.to()).u8(answerTo == null ? 0 : 1);
        if (answerTo != null) {
            answerTo.write(packet);
        }
        return packet;
    }

    /** Reads what {@link #write} has written. */
    static MoveOrder read(Parts parts, PacketReader packet) {
        return new MoveOrder(parts, packet.member(), packet.u8() == 0 ? null : ReplyAddress.read(packet));
    }
}
