package org.sojourn.kernel.move;

import org.sojourn.kernel.mail.DeadLetters;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.port.Member;

/**
 * Where a part was found.
 *
 * @param verdict in what sense
 * @param at where
 * @param epoch in which epoch
 */
record Finding(Verdict verdict, Member at, long epoch) {
    /** What may be found. */
    enum Verdict {
        /** The part lives there. */
        LIVES,
        /** It has exited there. */
        EXITED,
        /** It was there when that place was lost. */
        LOST,
        /** It has moved on faster than the question. */
        FAR;

        private static final Verdict[] ALL = values();

        static Verdict of(int code) {
            return ALL[Math.floorMod(code, ALL.length)];
        }
    }

    /** What becomes of mail for it, if it isn't found. */
    DeadLetters.Cause cause() {
        return switch (verdict) {
            case LOST -> DeadLetters.Cause.PLACE_LOST;
            case FAR -> DeadLetters.Cause.FAR;
            case EXITED, LIVES -> DeadLetters.Cause.EXITED;
        };
    }

    void write(PacketWriter packet) {
        packet.u8(verdict.ordinal());
        packet.member(at);
        packet.i64(epoch);
    }

    static Finding read(PacketReader packet) {
        return new Finding(Verdict.of(packet.u8()), packet.member(), packet.i64());
    }
}
