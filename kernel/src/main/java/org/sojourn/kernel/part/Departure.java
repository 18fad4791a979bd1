package org.sojourn.kernel.part;

import static java.lang.System.Logger.Level.WARNING;

import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.port.Member;

/**
 * An order to move.
 *
 * @param to where to
 * @param answerTo who is told what has come of it, or null
 * @param onlooker whose offer it is, or null for the order of a program: an offer gives way to orders
 */
public record Departure(
        Member to,
        @Nullable ReplyAddress answerTo,
        @Nullable Onlooker onlooker) {
    private static final System.Logger LOG = System.getLogger(Departure.class.getName());

    /** Learns, at the place that the part leaves, what comes of an offer. Called by any thread; short. */
    public interface Onlooker {
        /** The part has left. */
        default void left() {}

        /** The part stays, or is back because the other place couldn't run it. */
        void stays(String reason);
    }

    /**
     * Makes the order of a program.
     *
     * @param answerTo who is told what has come of it, or null
     */
    public Departure(Member to, @Nullable ReplyAddress answerTo) {
        this(to, answerTo, null);
    }

    /** {@return whether the part itself wants to go: false if another waits for the outcome} */
    public boolean isOwn() {
        return answerTo == null && onlooker == null;
    }

    /** Whether it is nobody's order, but a balancer's idea. */
    boolean isOffer() {
        return onlooker != null;
    }

    /**
     * The part stays where it is. If nobody is told, since it has ordered its move itself, that is logged: once for each kind and
     * reason, and again whenever there have been twice as many.
     *
     * @param parts those of its place
     */
    public void refused(Parts parts, String reason) {
        if (answerTo != null) {
            parts.replies().refuse(answerTo, reason, null);
        }
        if (onlooker != null) {
            onlooker.stays(reason);
        }
        if (isOwn()) {
            String line = parts.census().refusedMoves().add(reason);
            if (line != null) {
                LOG.log(WARNING, line);
            }
        }
    }

    /** The part has left. */
    public void left() {
        if (onlooker != null) {
            onlooker.left();
        }
    }

    /** The part lives at the place that was ordered, which is that of {@code parts}. */
    public void done(Parts parts) {
        if (answerTo != null) {
            parts.replies().reply(answerTo, parts.site().self().place());
        }
    }

    /** Appends place and asker to a packet. */
    public PacketWriter write(PacketWriter packet) {
        packet.member(to).u8(answerTo == null ? 0 : 1);
        if (answerTo != null) {
            answerTo.write(packet);
        }
        return packet;
    }

    /** Reads what {@link #write} has written. */
    public static Departure read(PacketReader packet) {
        return new Departure(packet.member(), packet.u8() == 0 ? null : ReplyAddress.read(packet));
    }
}
