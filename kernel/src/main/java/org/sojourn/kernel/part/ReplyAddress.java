package org.sojourn.kernel.part;

import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.port.Member;

/**
 * Where the answer to one request goes.
 *
 * @param place the place where it was asked: the answer goes there first, wherever the asker is by then ({@code ask.Requests})
 * @param request the request's number there
 */
public record ReplyAddress(Member place, long request) {
    /** Appends it to a packet. */
    public void write(PacketWriter packet) {
        packet.member(place).i64(request);
    }

    /**
     * Reads what {@link #write} has written.
     *
     * @throws org.sojourn.kernel.port.MalformedException if it is none
     * @return the address
     */
    public static ReplyAddress read(PacketReader packet) {
        return new ReplyAddress(packet.member(), packet.i64());
    }
}
