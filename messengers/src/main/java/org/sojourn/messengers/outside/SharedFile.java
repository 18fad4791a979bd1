package org.sojourn.messengers.outside;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sojourn.host.run.OwnersFolder;

/**
 * The file that a place shares with other processes by mapping it: the paper's interface buffer. A header of {@value #HEADER} bytes has
 * the place's status; behind it are the slots, which are the user's. The guide's page "outside" has the layout byte by byte.
 *
 * <p><b>Consistency.</b> The status, and each slot, begins with a sequence number that is odd while it is written. A reader takes the
 * number, reads, and takes the number again: if it is another one, or odd, the reader begins anew. A writer makes it odd, writes, and
 * makes it even. That asks nothing of a reader but plain reads in order, so that any language can do it; but it is for one writer at a
 * time. The place is one, whichever of its messengers and clients write. Who else writes a slot has to be agreed on.
 *
 * <p><b>Strangers.</b> A writer that has died while it wrote leaves an odd number. A reader here gives up then, as if there were no
 * value, and the next writer mends it. Another process can cut the file off; the access that finds that is an error of the JVM, and
 * becomes one of the caller.
 *
 * <p><b>Whether it is used.</b> The place has the file locked, and the system takes the lock away however the place ends.
 */
final class SharedFile implements AutoCloseable {
    static final int HEADER = 4_096;
    static final int SLOT_HEADER = 16;

    private static final byte[] MAGIC = {'S', 'O', 'J', 'O', 'U', 'R', 'N', 0};
    private static final int VERSION = 1;
    private static final int NAME_BYTES = 64;
    private static final int TRIES = 10_000;

    /** A state: the place runs. */
    static final int RUNS = 1;

    /** A state: the place has ended in order. */
    static final int OVER = 2;

    /** Whether it says so. Guarded by {@code writing}. */
    private boolean isOver;

    private static final int LONGS = 1;
    private static final int DOUBLES = 2;
    private static final int BYTES = 3;

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfDouble DOUBLE = ValueLayout.JAVA_DOUBLE.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle SEQUENCE = INT.varHandle();

    private static final long SEQUENCE_AT = 16;
    private static final long STATE_AT = 20;
    private static final long COUNTS_AT = 64;

    private final Path file;
    private final FileChannel channel;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment memory;
    private final int slots;
    private final int slotBytes;

    /** Held by whoever writes. */
    private final Object writing = new Object();

    private SharedFile(Path file, FileChannel channel, int slots, int slotBytes) throws IOException {
        this.file = file;
        this.channel = channel;
        this.slots = slots;
        this.slotBytes = slotBytes;
        this.memory = channel.map(FileChannel.MapMode.READ_WRITE, 0, size(slots, slotBytes), arena);
    }

    static long size(int slots, int slotBytes) {
        return HEADER + (long) slots * slotBytes;
    }

    /** Makes the file. One of that name, which a killed process with this one's number has left, is replaced. */
    static SharedFile create(Path file, Identity identity, int slots, int slotBytes) throws IOException {
        Files.deleteIfExists(file);
        FileChannel channel = FileChannel.open(
                file,
                Set.of(
                        StandardOpenOption.CREATE_NEW,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE,
                        LinkOption.NOFOLLOW_LINKS),
                OwnersFolder.FILE);
        try {
            channel.lock();
            ByteBuffer zeros = ByteBuffer.allocate(HEADER); // written, so that a full disk is found now
            for (long at = 0; at < size(slots, slotBytes); at += HEADER) {
                channel.write(zeros.clear().limit((int) Math.min(HEADER, size(slots, slotBytes) - at)), at);
            }
            SharedFile made = new SharedFile(file, channel, slots, slotBytes);
            made.introduce(identity);
            return made;
        } catch (IOException e) {
            channel.close();
            Files.deleteIfExists(file);
            throw e;
        }
    }

    private void introduce(Identity identity) {
        memory.set(INT, 8, VERSION);
        memory.set(INT, 12, HEADER);
        memory.set(INT, STATE_AT, RUNS);
        memory.set(LONG, 24, identity.run());
        memory.set(LONG, 32, ProcessHandle.current().pid());
        memory.set(LONG, 40, identity.incarnation());
        memory.set(INT, 48, identity.number());
        memory.set(INT, 52, slots);
        memory.set(INT, 56, slotBytes);
        byte[] name = identity.place().getBytes(StandardCharsets.UTF_8);
        MemorySegment.copy(name, 0, memory, JAVA_BYTE, 128, Math.min(name.length, NAME_BYTES - 1));
        VarHandle.releaseFence(); // whoever sees the magic sees the rest
        MemorySegment.copy(MAGIC, 0, memory, JAVA_BYTE, 0, MAGIC.length);
    }

    // ---- status ---------------------------------------------------------------------------------------------------

    /** Writes how the place is. */
    void status(int state, long... counts) throws IOException {
        synchronized (writing) {
            try {
                if (isOver) {
                    return; // that is the last word
                }
                isOver = state == OVER;
                int odd = begin(SEQUENCE_AT);
                memory.set(INT, STATE_AT, state);
                for (int i = 0; i < counts.length; i++) {
                    memory.set(LONG, COUNTS_AT + 8L * i, counts[i]);
                }
                SEQUENCE.setRelease(memory, SEQUENCE_AT, odd + 1);
            } catch (InternalError | IllegalStateException e) {
                throw gone(e);
            }
        }
    }

    private int begin(long at) {
        int odd = (int) SEQUENCE.getOpaque(memory, at) | 1;
        SEQUENCE.setOpaque(memory, at, odd);
        VarHandle.storeStoreFence();
        return odd;
    }

    /** By an {@link InternalError} the JVM says that a page of the file isn't there. */
    private IOException gone(Throwable cause) {
        return new IOException(
                cause instanceof InternalError ? cutOff() : "the shared file " + file + " is closed: the run is over",
                cause);
    }

    private String cutOff() {
        long size;
        try {
            size = channel.size();
        } catch (IOException e) {
            return "the shared file " + file + " can't be used any more: " + e.getMessage();
        }
        return "the shared file " + file
                + (size < size(slots, slotBytes)
                        ? " was made shorter by another process: it has " + size + " bytes of " + size(slots, slotBytes)
                        : " can't be read or written; perhaps its disk is full")
                + ". It can't be used any more; start the run again";
    }

    // ---- slots ----------------------------------------------------------------------------------------------------

    private long slot(int number) throws Refused {
        if (number < 0 || number >= slots) {
            throw new Refused("there is no slot " + number + "; there are " + slots
                    + ", numbered from 0 (sojourn.outside.slots)");
        }
        return HEADER + (long) number * slotBytes;
    }

    /**
     * Reads a slot.
     *
     * @return {@code long[]}, {@code double[]} or {@code byte[]}; null if it is empty, or if somebody is writing and doesn't end
     */
    @Nullable
    Object read(int number) throws Refused, IOException {
        long at = slot(number);
        try {
            for (int i = 0; i < TRIES; i++) {
                int before = (int) SEQUENCE.getAcquire(memory, at);
                if ((before & 1) == 0) {
                    int kind = memory.get(INT, at + 4);
                    int length = memory.get(INT, at + 8);
                    Object value = isSound(kind, length) ? value(kind, at + SLOT_HEADER, length) : null;
                    VarHandle.loadLoadFence();
                    if ((int) SEQUENCE.getOpaque(memory, at) == before) {
                        return checked(number, kind, length, value);
                    }
                }
                Thread.onSpinWait();
            }
            return null;
        } catch (InternalError | IllegalStateException e) {
            throw gone(e);
        }
    }

    private boolean isSound(int kind, int length) {
        boolean isWhole = kind == BYTES || length % 8 == 0;
        return kind >= LONGS && kind <= BYTES && length >= 0 && length <= slotBytes - SLOT_HEADER && isWhole;
    }

    private static @Nullable Object checked(int number, int kind, int length, @Nullable Object value) throws Refused {
        if (value == null && kind != 0) {
            throw new Refused("slot " + number + " isn't written as it should be: kind " + kind + ", " + length
                    + " bytes; kinds are 1 longs, 2 doubles, 3 bytes");
        }
        return value;
    }

    private Object value(int kind, long at, int length) {
        MemorySegment data = memory.asSlice(at, length);
        return switch (kind) {
            case LONGS -> data.toArray(LONG);
            case DOUBLES -> data.toArray(DOUBLE);
            default -> data.toArray(JAVA_BYTE);
        };
    }

    /** Writes a slot: {@code long[]}, {@code double[]} or {@code byte[]}. */
    void write(int number, Object value) throws Refused, IOException {
        long at = slot(number);
        MemorySegment data = switch (value) {
            case long[] its -> MemorySegment.ofArray(its);
            case double[] its -> MemorySegment.ofArray(its);
            default -> MemorySegment.ofArray((byte[]) value);
        };
        if (data.byteSize() > slotBytes - SLOT_HEADER) {
            throw new Refused("a slot has room for " + (slotBytes - SLOT_HEADER) + " bytes, and the value has "
                    + data.byteSize() + " (sojourn.outside.slot-bytes)");
        }
        synchronized (writing) {
            try {
                int odd = begin(at);
                memory.set(INT, at + 4, value instanceof long[] ? LONGS : value instanceof double[] ? DOUBLES : BYTES);
                memory.set(INT, at + 8, (int) data.byteSize());
                if (value instanceof long[] its) {
                    MemorySegment.copy(its, 0, memory, LONG, at + SLOT_HEADER, its.length);
                } else if (value instanceof double[] its) {
                    MemorySegment.copy(its, 0, memory, DOUBLE, at + SLOT_HEADER, its.length);
                } else {
                    MemorySegment.copy(data, 0, memory, at + SLOT_HEADER, data.byteSize());
                }
                SEQUENCE.setRelease(memory, at, odd + 1);
            } catch (InternalError | IllegalStateException e) {
                throw gone(e);
            }
        }
    }

    /** Ends the use of the file here; those who have it mapped see its last state. */
    @Override
    public void close() throws IOException {
        synchronized (writing) {
            if (arena.scope().isAlive()) {
                arena.close();
            }
        }
        channel.close();
    }
}
