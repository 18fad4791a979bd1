package org.sojourn.strands;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.part.Cell;
import org.sojourn.kernel.part.Feature;
import org.sojourn.kernel.port.Codec;
import org.sojourn.kernel.port.UnencodableException;
import org.sojourn.weave.frame.DeltaSet;
import org.sojourn.weave.run.Twins;
import org.sojourn.weave.wire.DeltaCodec;
import org.sojourn.weave.wire.NamedClasses;
import org.sojourn.weave.wire.ObjectsApart;

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

    /** How the codec names an element of an array: {@code Object[][7]}. */
    private static final Pattern ELEMENT = Pattern.compile("^Object\\[]\\[(\\d{1,8})]");

    private static final int MOST_BYTES = 1 << 24;
    private static final int MOST_FRAMES = 1 << 16;
    private static final int MOST_OBJECTS = 1 << 22;

    static FramesLuggage of(DeltaSet frames, Codec codec) {
        List<@Nullable Object> objects = new ArrayList<>();
        String flaw = Twins.flaw(frames);
        if (!flaw.isEmpty()) {
            throw new UnencodableException(flaw);
        }
        try {
            byte[] bytes = new DeltaCodec(new NamedClasses(), new ObjectsApart(objects), MOST_FRAMES).write(frames);
            if (bytes.length > MOST_BYTES || objects.size() > MOST_OBJECTS) {
                throw new UnencodableException("its frames take " + bytes.length + " bytes and refer to "
                        + objects.size() + " objects; they may take " + MOST_BYTES + " and refer to " + MOST_OBJECTS);
            }
            List<String> holders = Twins.holders(frames);
            codec.requireKept(objects, holders);
            return new FramesLuggage(bytes, objects, holders, null);
        } catch (IOException e) {
            throw new UnencodableException(String.valueOf(e.getMessage()), e);
        }
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

    /**
     * The same with the name of the variable, if what can't travel is one.
     *
     * @param found what the codec says of an array that has the objects
     * @param first the place of the first of them
     */
    UnencodableException named(UnencodableException found, int first) {
        String said = String.valueOf(found.getMessage());
        Matcher element = ELEMENT.matcher(said);
        int object = element.find() ? Integer.parseInt(element.group(1)) - first : -1;
        return object < 0 || holder(object).isEmpty()
                ? found
                : new UnencodableException(holder(object) + said.substring(element.end()), found);
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
            NamedClasses names = new NamedClasses(strand.getClass().getClassLoader(), allowed);
            Course.of(part).came(new DeltaCodec(names, new ObjectsApart(objects), MOST_FRAMES).read(bytes));
        } catch (IOException e) {
            throw new IllegalArgumentException("the frames of " + part + " can't go on here: " + e.getMessage(), e);
        }
        strand.hasCome(part);
    }
}
