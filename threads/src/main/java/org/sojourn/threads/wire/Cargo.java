package org.sojourn.threads.wire;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sojourn.weave.frame.DeltaSet;
import org.sojourn.weave.wire.DeltaCodec;
import org.sojourn.weave.wire.Graph;

/** What a master and its slave send each other: frames, and what these come to, as bytes. */
public final class Cargo {
    private static final int MOST_FRAMES = 10_000;

    private final ProgramClasses classes;
    private final Home home;
    private final boolean isOutward;
    private final Set<String> used = new HashSet<>();
    private Optional<ValueReader> reading = Optional.empty();

    /**
     * Of one way.
     *
     * @param classes of the program
     * @param home what values mean at this end
     * @param isOutward whether it goes from the master to the slave
     */
    public Cargo(ProgramClasses classes, Home home, boolean isOutward) {
        this.classes = classes;
        this.home = home;
        this.isOutward = isOutward;
    }

    private final class Values implements Graph {
        private final long mostBytes;

        Values(long mostBytes) {
            this.mostBytes = mostBytes;
        }

        @Override
        public void write(@Nullable Object[] objects, DataOutputStream to) throws IOException {
            ValueWriter writer = new ValueWriter(
                    classes, home, isOutward, new DataOutputStream(new Bounded(to, to.size(), mostBytes)));
            for (Object each : objects) {
                writer.write(each);
            }
            if (!isOutward) {
                writer.changes();
            } else if (classes.has(home.thread().getClass())) {
                writer.write(home.thread()); // frames that don't hold it may ask which thread runs them
            }
            used.addAll(writer.used());
        }

        @Override
        public @Nullable Object[] read(int count, DataInputStream from) throws IOException {
            @Nullable Object[] objects = new Object[count];
            ValueReader reader = new ValueReader(classes, home, isOutward, from);
            for (int i = 0; i < count; i++) {
                objects[i] = reader.read();
            }
            if (!isOutward) {
                reader.changes();
                reading = Optional.of(reader);
            } else if (from.available() > 0) {
                reader.read();
            }
            return objects;
        }
    }

    /**
     * Writes frames.
     *
     * @param mostBytes of all that travels
     * @throws IOException if they hold what can't travel, or too much
     */
    public byte[] write(DeltaSet frames, long mostBytes) throws IOException {
        return new DeltaCodec(classes, new Values(mostBytes), MOST_FRAMES).write(frames);
    }

    /**
     * Reads frames.
     *
     * @throws IOException if these bytes are none that can run here
     */
    public DeltaSet readFrames(byte[] bytes) throws IOException {
        try {
            DeltaSet frames = new DeltaCodec(classes, new Values(bytes.length), MOST_FRAMES).read(bytes);
            change();
            return frames;
        } catch (IllegalStateException | LinkageError e) {
            throw new IOException("frames can't run here: " + e.getMessage(), e);
        }
    }

    /**
     * Writes what frames have returned or thrown.
     *
     * @param mostBytes of all that travels
     * @throws IOException if it can't travel, or is too much
     */
    public byte[] writeValue(@Nullable Object value, long mostBytes) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new Values(mostBytes).write(new Object[] {value}, new DataOutputStream(bytes));
        return bytes.toByteArray();
    }

    /**
     * Reads it.
     *
     * @throws IOException if these bytes are no value
     */
    public @Nullable Object readValue(byte[] bytes) throws IOException {
        DataInputStream from = new DataInputStream(new ByteArrayInputStream(bytes));
        Object value = new Values(bytes.length).read(1, from)[0];
        if (from.read() >= 0) {
            throw new IOException("there is more than a value");
        }
        change();
        return value;
    }

    /** All has come; what has changed of objects that the master keeps is as it is at the slave. */
    private void change() throws IOException {
        if (reading.isPresent()) {
            reading.get().change();
        }
    }

    /** {@return the program's classes of which objects were written, by their internal names} */
    public Set<String> used() {
        return Set.copyOf(used);
    }
}
