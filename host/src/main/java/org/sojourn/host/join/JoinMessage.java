package org.sojourn.host.join;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.ProtocolException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.sojourn.host.run.Wire;

/** What a door and those who come to it say to each other after the opening, see {@link JoinDoor}. */
sealed interface JoinMessage {
    /** Of the protocol; whoever speaks another one is refused. */
    int VERSION = 2;

    /** How long a message may be. */
    int MOST_BYTES = 1 << 20;

    /** Door: no. It is the same in all versions. */
    record Refused(String why) implements JoinMessage {}

    /** Door: the token is this run's. */
    record Welcome() implements JoinMessage {}

    /** Joiner: what it wants to be. */
    record Asks(Wish wish) implements JoinMessage {}

    /** Door: how the process is begun, and whether the run wants what it prints. */
    record Admitted(
            String place,
            boolean keepsOutput,
            String mainClass,
            List<String> javaOptions,
            Map<String, String> environment,
            List<ProgramFile> program)
            implements JoinMessage {}

    /** Joiner: it hasn't this file of the program. */
    record Wants(int file) implements JoinMessage {}

    /** Door: a piece of the file that was asked for; an empty one is the end. */
    record Piece(byte[] bytes) implements JoinMessage {}

    /** Door: the place runs. */
    record Joined() implements JoinMessage {}

    /** Joiner: the process has said why it ends, on its standard error. */
    record Said(String line) implements JoinMessage {}

    /** Joiner: the process has ended. */
    record Ended(int status) implements JoinMessage {}

    /** Door: end the process by force. */
    record Kill() implements JoinMessage {}

    /** Joiner: the process has printed a line, or a piece of a long one, in UTF-8. */
    record Printed(byte[] line) implements JoinMessage {}

    /** Sends it. */
    default void to(Wire wire) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        write(new DataOutputStream(bytes));
        wire.send(bytes);
    }

    private void write(DataOutputStream out) throws IOException {
        if (this instanceof Refused refused) {
            out.writeByte(0);
            out.writeUTF(refused.why());
        } else if (this instanceof Welcome) {
            out.writeByte(1);
        } else if (this instanceof Asks asks) {
            out.writeByte(2);
            out.writeInt(asks.wish().place());
            out.writeUTF(asks.wish().host());
            out.writeInt(asks.wish().workers());
        } else if (this instanceof Admitted admitted) {
            out.writeByte(3);
            write(out, admitted);
        } else if (this instanceof Wants wants) {
            out.writeByte(4);
            out.writeInt(wants.file());
        } else if (this instanceof Piece piece) {
            out.writeByte(5);
            out.write(piece.bytes());
        } else if (this instanceof Joined) {
            out.writeByte(6);
        } else if (this instanceof Said said) {
            out.writeByte(7);
            out.writeUTF(said.line());
        } else if (this instanceof Ended ended) {
            out.writeByte(8);
            out.writeInt(ended.status());
        } else if (this instanceof Printed printed) {
            out.writeByte(10);
            out.write(printed.line());
        } else {
            out.writeByte(9);
        }
    }

    private static void write(DataOutputStream out, Admitted admitted) throws IOException {
        out.writeUTF(admitted.place());
        out.writeBoolean(admitted.keepsOutput());
        out.writeUTF(admitted.mainClass());
        out.writeInt(admitted.javaOptions().size());
        for (String each : admitted.javaOptions()) {
            out.writeUTF(each);
        }
        out.writeInt(admitted.environment().size());
        for (Map.Entry<String, String> each : admitted.environment().entrySet()) {
            out.writeUTF(each.getKey());
            out.writeUTF(each.getValue());
        }
        out.writeInt(admitted.program().size());
        for (ProgramFile each : admitted.program()) {
            out.writeUTF(each.name());
            out.writeLong(each.size());
            out.writeUTF(each.hash());
        }
    }

    /** Waits for the next one; null when the connection has closed. */
    static @Nullable JoinMessage next(Wire wire) throws IOException {
        DataInputStream in = wire.next();
        if (in == null) {
            return null;
        }
        int kind = in.readUnsignedByte();
        try {
            return switch (kind) {
                case 0 -> new Refused(in.readUTF());
                case 1 -> new Welcome();
                case 2 -> new Asks(new Wish(in.readInt(), in.readUTF(), in.readInt()));
                case 3 -> admitted(in);
                case 4 -> new Wants(in.readInt());
                case 5 -> new Piece(in.readAllBytes());
                case 6 -> new Joined();
                case 7 -> new Said(in.readUTF());
                case 8 -> new Ended(in.readInt());
                case 9 -> new Kill();
                case 10 -> new Printed(in.readAllBytes());
                default -> throw new ProtocolException("message " + kind + " is unknown; this version knows 0..10");
            };
        } catch (IllegalArgumentException e) {
            ProtocolException malformed =
                    new ProtocolException("a message with a value out of bounds: " + e.getMessage());
            malformed.initCause(e);
            throw malformed;
        }
    }

    private static Admitted admitted(DataInputStream in) throws IOException {
        String place = in.readUTF();
        boolean keepsOutput = in.readBoolean();
        String mainClass = in.readUTF();
        List<String> options = new ArrayList<>();
        for (int i = count(in); i > 0; i--) {
            options.add(in.readUTF());
        }
        Map<String, String> environment = new TreeMap<>();
        for (int i = count(in); i > 0; i--) {
            environment.put(in.readUTF(), in.readUTF());
        }
        List<ProgramFile> program = new ArrayList<>();
        for (int i = count(in); i > 0; i--) {
            program.add(new ProgramFile(in.readUTF(), in.readLong(), in.readUTF()));
        }
        return new Admitted(place, keepsOutput, mainClass, options, environment, program);
    }

    private static int count(DataInputStream in) throws IOException {
        int count = in.readInt();
        if (count < 0 || count > in.available()) {
            throw new ProtocolException(
                    "a list of " + count + " entries in a message that has " + in.available() + " bytes left");
        }
        return count;
    }
}
