package org.sojourn.strands;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.part.Cell;
import org.sojourn.kernel.part.Feature;
import org.sojourn.kernel.port.UnencodableException;
import org.sojourn.weave.code.TwinMethod;
import org.sojourn.weave.frame.DeltaSet;
import org.sojourn.weave.frame.Frame;
import org.sojourn.weave.frame.Point;
import org.sojourn.weave.run.Twins;
import org.sojourn.weave.wire.Classes;
import org.sojourn.weave.wire.DeltaCodec;
import org.sojourn.weave.wire.Graph;

/**
 * Frames of a strand that moves. What they refer to travels with the fields of the strand and its mail, as one graph: what was one object before is
 * one afterwards.
 *
 * @param bytes the frames, as {@link DeltaCodec} writes them, without the objects
 * @param objects those that they refer to, in order
 * @param holders the method that each of them is a variable of; empty where they have come
 * @param mayTravel whether classes may be named by the one who has sent this; null where it was made
 */
record FramesLuggage(
        byte[] bytes,
        List<@Nullable Object> objects,
        List<String> holders,
        @Nullable Predicate<String> mayTravel) implements Feature.Packed {
    /** By which all places know it. */
    static final int TAG = 8;

    private static final int MOST_BYTES = 1 << 24;
    private static final int MOST_FRAMES = 1 << 16;
    private static final int MOST_OBJECTS = 1 << 22;

    static FramesLuggage of(DeltaSet frames) {
        List<@Nullable Object> objects = new ArrayList<>();
        for (Frame frame : frames.frames()) {
            Point at = frame.point();
            String flaw = Twins.of(at.owner()).flaw(at.method(), at.site(), frame.values());
            if (!flaw.isEmpty()) {
                throw new UnencodableException("a frame at " + at + " can't go on elsewhere: " + flaw);
            }
        }
        try {
            byte[] bytes = new DeltaCodec(new Names(null, any -> true), new Given(objects), MOST_FRAMES).write(frames);
            if (bytes.length > MOST_BYTES || objects.size() > MOST_OBJECTS) {
                throw new UnencodableException("its frames take " + bytes.length + " bytes and refer to "
                        + objects.size() + " objects; they may take " + MOST_BYTES + " and refer to " + MOST_OBJECTS);
            }
            return new FramesLuggage(bytes, objects, holders(frames), null);
        } catch (IOException e) {
            throw new UnencodableException(String.valueOf(e.getMessage()), e);
        }
    }

    private static List<String> holders(DeltaSet frames) {
        List<String> holders = new ArrayList<>();
        for (Frame frame : frames.frames()) {
            TwinMethod method =
                    Twins.of(frame.point().owner()).method(frame.point().method());
            String shape = method.calls().get(frame.point().site()).shape();
            String name = frame.point().owner().getSimpleName() + "." + method.of();
            shape.chars().filter(each -> each == 'L').forEach(each -> holders.add(name.replaceFirst("\\(.*", "")));
        }
        return holders;
    }

    @Override
    public int tag() {
        return TAG;
    }

    @Override
    public void write(PacketWriter numbers, List<Object> values) {
        numbers.i32(bytes.length).bytes(bytes).i32(objects.size());
        values.addAll(objects);
    }

    @Override
    public String holder(int object) {
        return object < holders.size() ? "a variable of " + holders.get(object) : "";
    }

    static FramesLuggage read(PacketReader numbers, Supplier<Object> values, Predicate<String> mayTravel) {
        byte[] bytes = numbers.bytes(numbers.count(MOST_BYTES));
        List<@Nullable Object> objects = new ArrayList<>();
        for (int i = numbers.count(MOST_OBJECTS); i > 0; i--) {
            objects.add(values.get());
        }
        return new FramesLuggage(bytes, objects, List.of(), mayTravel);
    }

    @Override
    public void unpack(Cell part) {
        Strand<?> strand = (Strand<?>) Objects.requireNonNull(part.body());
        Predicate<String> allowed = mayTravel == null ? any -> true : mayTravel;
        try {
            Names names = new Names(strand.getClass().getClassLoader(), allowed);
            Course.of(part).came(new DeltaCodec(names, new Given(objects), MOST_FRAMES).read(bytes));
        } catch (IOException e) {
            throw new IllegalArgumentException("the frames of " + part + " can't go on here: " + e.getMessage(), e);
        }
        strand.hasCome(part);
    }

    /** Classes by their names; each name once, and then by its number. */
    private record Names(@Nullable ClassLoader loader, Predicate<String> mayTravel, List<Class<?>> named)
            implements Classes {
        Names(@Nullable ClassLoader loader, Predicate<String> mayTravel) {
            this(loader, mayTravel, new ArrayList<>());
        }

        @Override
        public void write(Class<?> woven, DataOutputStream to) throws IOException {
            int number = named.indexOf(woven);
            to.writeShort(number < 0 ? named.size() : number);
            if (number < 0) {
                named.add(woven);
                to.writeUTF(woven.getName());
            }
        }

        @Override
        public Class<?> read(DataInputStream from) throws IOException {
            int number = from.readUnsignedShort();
            if (number > named.size()) {
                throw new IOException("class " + number + " of " + named.size());
            }
            if (number == named.size()) {
                named.add(load(from.readUTF()));
            }
            return named.get(number);
        }

        private Class<?> load(String name) throws IOException {
            if (!mayTravel.test(name)) {
                throw new IOException(
                        "frames of " + name + " may not travel: it is of no package that may; add it by --allow");
            }
            try {
                return Class.forName(name, false, loader);
            } catch (ClassNotFoundException | LinkageError e) {
                throw new IOException("there is no class " + name + " here", e);
            }
        }
    }

    /** Objects that travel otherwise. */
    private record Given(List<@Nullable Object> objects) implements Graph {
        @Override
        public void write(@Nullable Object[] some, DataOutputStream to) {
            objects.addAll(Arrays.asList(some));
        }

        @Override
        public @Nullable Object[] read(int count, DataInputStream from) {
            return objects.toArray();
        }
    }
}
