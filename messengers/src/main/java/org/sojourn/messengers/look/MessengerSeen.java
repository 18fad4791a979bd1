package org.sojourn.messengers.look;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Locale;

/**
 * A messenger as people see it.
 *
 * @param id as {@code p0/21}
 * @param script its file
 * @param line where it stands there; 0 if that isn't known
 * @param node the address of the node where it is
 * @param nodeName what that one is called
 * @param state what it does
 * @param detail what it waits for or has called; empty if there is nothing to say
 */
public record MessengerSeen(
        String id, String script, int line, String node, String nodeName, State state, String detail) {
    /** What a messenger does. */
    public enum State {
        /** Goes on when it is its turn. */
        READY,
        /** Waits until a condition on variables of its node holds. */
        WAITS,
        /** Waits for a message. */
        RECEIVES,
        /** Waits for a method of Java, or for a process. */
        CALLS,
        /** Waits for a script that its place has asked for. */
        LACKS_SCRIPT,
        /** Waits for its node, which is on its way or yet to be created. */
        LACKS_NODE;

        /** {@return how people are shown it} */
        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /** {@return how many bytes of an answer it takes} */
    public int bytes() {
        return Fields.bytes(this, MessengerSeen::write).length;
    }

    void write(DataOutputStream out) throws IOException {
        Fields.text(id, out);
        Fields.text(script, out);
        out.writeInt(line);
        Fields.text(node, out);
        Fields.text(nodeName, out);
        out.writeByte(state.ordinal());
        Fields.text(detail, out);
    }

    static MessengerSeen read(DataInputStream in) throws IOException {
        return new MessengerSeen(
                Fields.text(in),
                Fields.text(in),
                in.readInt(),
                Fields.text(in),
                Fields.text(in),
                State.values()[Math.min(in.readUnsignedByte(), State.values().length - 1)],
                Fields.text(in));
    }
}
