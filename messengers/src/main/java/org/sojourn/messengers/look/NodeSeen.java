package org.sojourn.messengers.look;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A logical node as people see it.
 *
 * @param address as {@code p0/18}
 * @param name empty for none
 * @param messengers how many are there
 * @param linkCount how many ends of links it has
 * @param links the first of them
 * @param variables its variables
 */
public record NodeSeen(
        String address, String name, int messengers, int linkCount, List<LinkSeen> links, List<Value> variables) {
    /**
     * A variable with its value.
     *
     * @param name the variable's
     * @param value null for none, a number, a text, or a list of these; of a long array or text only its beginning
     * @param length of the array; 0 if it is none
     */
    public record Value(String name, @Nullable Object value, int length) {
        private void write(DataOutputStream out) throws IOException {
            Fields.text(name, out);
            Fields.value(value, out);
            out.writeInt(length);
        }

        private static Value read(DataInputStream in) throws IOException {
            return new Value(Fields.text(in), Fields.value(in), in.readInt());
        }
    }

    /**
     * One end of a link.
     *
     * @param id of the link; its other end has the same
     * @param name empty for none
     * @param weight NaN for none
     * @param direction 1 if it leads away from this node, -1 if it leads to it, 0 if both
     * @param to the address of the node at the other end
     * @param toName what that one is called
     */
    public record LinkSeen(String id, String name, double weight, int direction, String to, String toName) {
        private void write(DataOutputStream out) throws IOException {
            Fields.text(id, out);
            Fields.text(name, out);
            out.writeDouble(weight);
            out.writeInt(direction);
            Fields.text(to, out);
            Fields.text(toName, out);
        }

        private static LinkSeen read(DataInputStream in) throws IOException {
            return new LinkSeen(
                    Fields.text(in), Fields.text(in), in.readDouble(), in.readInt(), Fields.text(in), Fields.text(in));
        }
    }

    /** {@return how many bytes of an answer it takes} */
    public int bytes() {
        return Fields.bytes(this, NodeSeen::write).length;
    }

    void write(DataOutputStream out) throws IOException {
        Fields.text(address, out);
        Fields.text(name, out);
        out.writeInt(messengers);
        out.writeInt(linkCount);
        Fields.list(links, LinkSeen::write, out);
        Fields.list(variables, Value::write, out);
    }

    static NodeSeen read(DataInputStream in) throws IOException {
        return new NodeSeen(
                Fields.text(in),
                Fields.text(in),
                in.readInt(),
                in.readInt(),
                Fields.list(in, LinkSeen::read),
                Fields.list(in, Value::read));
    }
}
