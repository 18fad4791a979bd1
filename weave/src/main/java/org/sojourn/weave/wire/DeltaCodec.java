package org.sojourn.weave.wire;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sojourn.weave.code.TwinMethod;
import org.sojourn.weave.frame.DeltaSet;
import org.sojourn.weave.frame.Frame;
import org.sojourn.weave.frame.Point;
import org.sojourn.weave.frame.Woven;
import org.sojourn.weave.run.Twins;

/**
 * Delta sets as bytes. A frame is the name of its class, the numbers of method and call, the hash of the method's code, and its values: numbers
 * right there, objects behind all frames, as one graph.
 *
 * <pre>
 *   count { class method call hash { int | long | float | double }* }*  objects
 * </pre>
 *
 * <p>What comes is checked before anything of it is used: a delta set is code that will run. A frame that this place has no method for, or
 * another version of it, or other values than that call has, is refused.
 */
public final class DeltaCodec {
    private final Classes classes;
    private final Graph graph;
    private final int mostFrames;

    /**
     * Of a link.
     *
     * @param classes names classes
     * @param graph carries objects
     * @param mostFrames of a delta set, those of others included
     */
    public DeltaCodec(Classes classes, Graph graph, int mostFrames) {
        this.classes = Objects.requireNonNull(classes, "classes is null; say how they are named");
        this.graph = Objects.requireNonNull(graph, "graph is null; say how objects travel");
        this.mostFrames = mostFrames;
    }

    /**
     * Writes frames.
     *
     * @throws IOException if an object can't travel, or there are too many frames
     */
    public byte[] write(DeltaSet frames) throws IOException {
        Objects.requireNonNull(frames, "frames is null; give those that left");
        if (frames.frames().size() > mostFrames) {
            throw new IOException(frames.frames().size() + " frames are to leave at once; " + mostFrames + " may");
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream to = new DataOutputStream(bytes);
        List<@Nullable Object> objects = new ArrayList<>();
        Numbers.write(frames.frames().size(), to);
        for (Frame frame : frames.frames()) {
            Point point = frame.point();
            classes.write(point.owner(), to);
            Numbers.write(point.method(), to);
            Numbers.write(point.site(), to);
            TwinMethod method = Twins.of(point.owner()).method(point.method());
            to.writeInt(method.hash());
            String shape = method.calls().get(point.site()).shape();
            for (int i = 0; i < frame.values().length; i++) {
                writeValue(shape.charAt(i), frame.values()[i], objects, to);
            }
        }
        graph.write(objects.toArray(), to);
        return bytes.toByteArray();
    }

    private static void writeValue(
            char shape, @Nullable Object value, List<@Nullable Object> objects, DataOutputStream to)
            throws IOException {
        switch (shape) {
            case 'I', 'J' -> Numbers.writeSigned(number(value).longValue(), to);
            case 'F' -> to.writeInt(Float.floatToRawIntBits(number(value).floatValue()));
            case 'D' -> to.writeLong(Double.doubleToRawLongBits(number(value).doubleValue()));
            default -> objects.add(value);
        }
    }

    private static Number number(@Nullable Object value) {
        return (Number) Objects.requireNonNull(value);
    }

    /**
     * Reads frames. No code of theirs runs, and no class of theirs is initialised.
     *
     * @param bytes one delta set and nothing else
     * @throws IOException if these bytes are no delta set for this place; the message says why
     */
    public DeltaSet read(byte[] bytes) throws IOException {
        try {
            return read(new DataInputStream(
                    new ByteArrayInputStream(Objects.requireNonNull(bytes, "bytes is null; give what came"))));
        } catch (EOFException e) {
            throw new IOException("a delta set of " + bytes.length + " bytes ends in its middle", e);
        }
    }

    private DeltaSet read(DataInputStream from) throws IOException {
        long count = Numbers.read(from);
        if (count < 1 || count > mostFrames) {
            throw new IOException("a delta set of " + count + " frames; it has 1 to " + mostFrames);
        }
        List<Point> points = new ArrayList<>();
        List<@Nullable Object[]> values = new ArrayList<>();
        int objects = 0;
        for (int i = 0; i < count; i++) {
            Point point = readPoint(from);
            String shape = shape(point);
            @Nullable Object[] held = new Object[shape.length()];
            for (int j = 0; j < held.length; j++) {
                if (shape.charAt(j) == 'L') {
                    objects++;
                } else {
                    held[j] = readValue(shape.charAt(j), from);
                }
            }
            points.add(point);
            values.add(held);
        }
        @Nullable Object[] graphs = graph.read(objects, from);
        if (graphs.length != objects || from.read() >= 0) {
            throw new IOException("a delta set has other objects than its frames refer to");
        }
        return joined(points, values, graphs);
    }

    private static DeltaSet joined(List<Point> points, List<@Nullable Object[]> values, @Nullable Object[] objects)
            throws IOException {
        List<Frame> frames = new ArrayList<>();
        int next = 0;
        for (int i = 0; i < points.size(); i++) {
            @Nullable Object[] held = values.get(i);
            String shape = shape(points.get(i));
            for (int j = 0; j < held.length; j++) {
                if (shape.charAt(j) == 'L') {
                    held[j] = objects[next++];
                }
            }
            Point point = points.get(i);
            String flaw = Twins.of(point.owner()).flaw(point.method(), point.site(), held);
            if (!flaw.isEmpty()) {
                throw new IOException("a frame at " + point + " can't be: " + flaw);
            }
            String misfit = i == 0 ? "" : Twins.misfit(points.get(i - 1), point);
            if (!misfit.isEmpty()) {
                throw new IOException("frames don't fit together: " + misfit);
            }
            frames.add(new Frame(point, held));
        }
        return new DeltaSet(frames);
    }

    private static String shape(Point point) {
        return Twins.of(point.owner())
                .method(point.method())
                .calls()
                .get(point.site())
                .shape();
    }

    private Point readPoint(DataInputStream from) throws IOException {
        Class<?> owner = classes.read(from);
        if (!owner.isAnnotationPresent(Woven.class)) {
            throw new IOException("frames of " + owner.getName() + " don't travel: it isn't woven");
        }
        long method = Numbers.read(from);
        long site = Numbers.read(from);
        int hash = from.readInt();
        TwinMethod known;
        try {
            known = Twins.of(owner).method((int) Math.min(Math.max(method, -1), Integer.MAX_VALUE));
        } catch (IllegalArgumentException | IllegalStateException e) {
            throw new IOException(e.getMessage(), e);
        }
        if (hash != known.hash()) {
            throw new IOException(
                    owner.getName() + "." + known.of() + " is other code here than where the frame comes from");
        }
        if (site < 0 || site >= known.calls().size()) {
            throw new IOException(owner.getName() + "." + known.of() + " has no call " + site + "; it has "
                    + known.calls().size());
        }
        return new Point(owner, (int) method, (int) site);
    }

    private static Object readValue(char shape, DataInputStream from) throws IOException {
        return switch (shape) {
            case 'I' -> {
                long number = Numbers.readSigned(from);
                if (number != (int) number) {
                    throw new IOException("an int of a frame is " + number);
                }
                yield (int) number;
            }
            case 'J' -> Numbers.readSigned(from);
            case 'F' -> Float.intBitsToFloat(from.readInt());
            default -> Double.longBitsToDouble(from.readLong());
        };
    }
}
