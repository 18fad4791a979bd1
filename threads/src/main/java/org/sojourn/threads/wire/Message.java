package org.sojourn.threads.wire;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import org.sojourn.weave.wire.Numbers;

/** What a master and its slave say. Each names the thread, by its number at home, and which of its delta sets is meant. */
public sealed interface Message {
    /** {@return the thread's number at home} */
    long thread();

    /** {@return the number of the delta set, counted by the master} */
    int delta();

    /**
     * To a slave: frames that are to run.
     *
     * @param who the thread
     * @param surroundings what must be alike at both places, as a number
     * @param nanos the home's clock
     * @param millis its time of day
     * @param outCharset in which the standard output is written there, by name
     * @param errCharset and the standard error
     * @param isInterrupted whether the thread is
     * @param frames the delta set
     */
    record Go(
            long thread,
            int delta,
            Identity who,
            int surroundings,
            long nanos,
            long millis,
            String outCharset,
            String errCharset,
            boolean isInterrupted,
            byte[] frames)
            implements Message {}

    /** To a slave: its frames are to come back. */
    record Retreat(long thread, int delta) implements Message {}

    /** To a slave: the thread was interrupted. */
    record Interrupt(long thread, int delta) implements Message {}

    /**
     * To a slave: so much of what it has sent to be printed has appeared.
     *
     * @param size in bytes, as {@link Print#size()} counts them
     */
    record Printed(long thread, int delta, long size) implements Message {}

    /** To the master: what was printed. */
    record Print(long thread, int delta, boolean isError, byte[] text) implements Message {
        private static final int BYTES_BESIDES = 100;

        /** {@return how many bytes it takes while it waits, about} */
        public long size() {
            return text.length + BYTES_BESIDES;
        }
    }

    /**
     * To the master: the thread has seen that it was interrupted.
     *
     * @param count how many interrupts had come
     */
    record Seen(long thread, int delta, int count) implements Message {}

    /** To the master: the last frame has returned. */
    record Done(long thread, int delta, boolean isInterrupted, byte[] value) implements Message {}

    /** To the master: the last frame has thrown. */
    record Failed(long thread, int delta, boolean isInterrupted, byte[] thrown) implements Message {}

    /** To the master: the frames come back. */
    record Back(long thread, int delta, boolean isInterrupted, byte[] frames) implements Message {}

    /**
     * To the master: nothing has come of the delta set.
     *
     * @param isSeen whether it has run and others have seen something of that, so that it can't run again
     * @param why a sentence
     */
    record Refused(long thread, int delta, boolean isSeen, String why) implements Message {}

    /** {@return the message as bytes} */
    default byte[] bytes() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream to = new DataOutputStream(bytes)) {
            to.writeByte(code());
            Numbers.write(thread(), to);
            Numbers.write(delta(), to);
            write(to);
        } catch (IOException e) {
            throw new IllegalStateException("memory doesn't fail", e);
        }
        return bytes.toByteArray();
    }

    private int code() {
        return switch (this) {
            case Go its -> 0;
            case Retreat its -> 1;
            case Interrupt its -> 2;
            case Print its -> 3;
            case Seen its -> 4;
            case Done its -> 5;
            case Failed its -> 6;
            case Back its -> 7;
            case Refused its -> 8;
            case Printed its -> 9;
        };
    }

    private void write(DataOutputStream to) throws IOException {
        switch (this) {
            case Go its -> {
                to.writeUTF(its.who.name());
                to.writeUTF(its.who.text());
                to.writeByte(its.who.priority());
                to.writeBoolean(its.who.isDaemon());
                to.writeBoolean(its.who.isVirtual());
                to.writeInt(its.surroundings);
                to.writeLong(its.nanos);
                to.writeLong(its.millis);
                to.writeUTF(its.outCharset);
                to.writeUTF(its.errCharset);
                to.writeBoolean(its.isInterrupted);
                to.write(its.frames);
            }
            case Retreat its -> {}
            case Interrupt its -> {}
            case Seen its -> Numbers.write(its.count, to);
            case Printed its -> Numbers.write(its.size, to);
            case Print its -> {
                to.writeBoolean(its.isError);
                to.write(its.text);
            }
            case Done its -> {
                to.writeBoolean(its.isInterrupted);
                to.write(its.value);
            }
            case Failed its -> {
                to.writeBoolean(its.isInterrupted);
                to.write(its.thrown);
            }
            case Back its -> {
                to.writeBoolean(its.isInterrupted);
                to.write(its.frames);
            }
            case Refused its -> {
                to.writeBoolean(its.isSeen);
                to.writeUTF(its.why.substring(0, Math.min(its.why.length(), 10_000)));
            }
        }
    }

    /**
     * Reads a message.
     *
     * @throws IOException if these bytes are none
     */
    static Message read(byte[] bytes) throws IOException {
        DataInputStream from = new DataInputStream(new ByteArrayInputStream(bytes));
        int code = from.readUnsignedByte();
        long thread = Numbers.read(from);
        int delta = (int) Numbers.read(from);
        return switch (code) {
            case 0 ->
                new Go(
                        thread,
                        delta,
                        who(from),
                        from.readInt(),
                        from.readLong(),
                        from.readLong(),
                        from.readUTF(),
                        from.readUTF(),
                        from.readBoolean(),
                        from.readAllBytes());
            case 1 -> new Retreat(thread, delta);
            case 2 -> new Interrupt(thread, delta);
            case 3 -> new Print(thread, delta, from.readBoolean(), from.readAllBytes());
            case 4 -> new Seen(thread, delta, (int) Numbers.read(from));
            case 5 -> new Done(thread, delta, from.readBoolean(), from.readAllBytes());
            case 6 -> new Failed(thread, delta, from.readBoolean(), from.readAllBytes());
            case 7 -> new Back(thread, delta, from.readBoolean(), from.readAllBytes());
            case 8 -> new Refused(thread, delta, from.readBoolean(), from.readUTF());
            case 9 -> new Printed(thread, delta, size(from));
            default -> throw new IOException("a message of sort " + code + " on threads; there are 0 to 9");
        };
    }

    private static long size(DataInputStream from) throws IOException {
        long size = Numbers.read(from);
        if (size < 0) {
            throw new IOException(size + " bytes have appeared; 0 or more can");
        }
        return size;
    }

    private static Identity who(DataInputStream from) throws IOException {
        String name = from.readUTF();
        String text = from.readUTF();
        int priority = from.readUnsignedByte();
        if (priority < Thread.MIN_PRIORITY || priority > Thread.MAX_PRIORITY) {
            throw new IOException("a thread of priority " + priority);
        }
        return new Identity(name, text, priority, from.readBoolean(), from.readBoolean());
    }
}
