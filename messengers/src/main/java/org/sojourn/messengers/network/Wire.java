package org.sojourn.messengers.network;

import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.port.MalformedException;
import org.sojourn.kernel.port.Member;
import org.sojourn.messengers.form.FormId;
import org.sojourn.messengers.form.Limits;
import org.sojourn.messengers.form.Shape;
import org.sojourn.messengers.form.Type;
import org.sojourn.messengers.form.Variable;
import org.sojourn.messengers.run.Frame;
import org.sojourn.messengers.run.Layout;
import org.sojourn.messengers.run.Storage;

/**
 * Messengers and values as packets carry them. What is written says of itself what it is, so that it can be read where the script isn't
 * known yet; a number takes one byte and those that it needs, so that a counter takes two and what isn't live one.
 */
final class Wire {
    private static final int MESSENGER = 0;
    private static final int LETTER = 1;
    private static final int NOTICE = 2;

    private static final int CALL = 0;
    private static final int AWAITED_RECEIPT = 1;
    private static final int ACCESS = 4;
    private static final int RECEIPT = 2;
    private static final int INJECTION = 3;

    private static final int HAS_PARENT = 1;
    private static final int HAS_SHARE = 2;
    private static final int HAS_LAST = 4;
    private static final int HAS_WEIGHT = 8;
    private static final int BRINGS = 16;
    private static final int SEVERS = 32;
    private static final int ON_ERRAND = 64;
    private static final int HAS_RESULTS = 128;
    private static final int IS_NEW = 256;
    private static final int HAS_PENDING = 512;
    private static final int IS_WAITING = 1024;
    private static final int IS_BACK = 2048;
    private static final int IS_CALLED = 4096;
    private static final int HAS_PRIORITY = 8192;
    private static final int HAS_CARGO = 16_384;

    /** Of a messenger without variables, with what is around it. */
    private static final int EXPECTED = 208;

    private static final Set<Class<?>> VALUES = Set.of(
            Integer.class,
            Long.class,
            Float.class,
            Double.class,
            String.class,
            byte[].class,
            short[].class,
            int[].class,
            long[].class,
            float[].class,
            double[].class);

    private final Nodes place;

    Wire(Nodes place) {
        this.place = place;
    }

    // ---- items ----------------------------------------------------------------------------------------------------

    void write(Item item, PacketWriter packet) {
        if (item instanceof Messenger messenger) {
            packet.u8(MESSENGER);
            write(messenger, packet);
        } else if (item instanceof Letter letter) {
            packet.u8(LETTER);
            value(letter.what, packet);
        } else if (item instanceof Notice notice) {
            packet.u8(NOTICE).u8(notice.what.ordinal()).u8(notice.link == null ? 0 : 1);
            if (notice.link != null) {
                notice.link.write(packet);
            }
        } else {
            throw new IllegalArgumentException(item + " doesn't travel");
        }
    }

    /** {@return about how many bytes something takes, so that its packet needn't grow} */
    static int expected(Item item) {
        int bytes = EXPECTED;
        if (item instanceof Messenger messenger) {
            bytes += 2 * messenger.frame.values.numbers.length;
            bytes += messenger.cargo == null ? 0 : messenger.cargo.length;
            for (Object each : messenger.frame.values.objects) {
                bytes += switch (each) {
                    case byte[] its -> its.length;
                    case short[] its -> Short.BYTES * its.length;
                    case int[] its -> Integer.BYTES * its.length;
                    case long[] its -> Long.BYTES * its.length;
                    case float[] its -> Float.BYTES * its.length;
                    case double[] its -> Double.BYTES * its.length;
                    case null, default -> Long.BYTES;
                };
            }
        }
        return bytes;
    }

    /** Whether something in a node's queue goes along when the node moves. */
    static boolean travels(Item item) {
        return item instanceof Messenger || item instanceof Letter || item instanceof Notice;
    }

    Item readItem(Member from, PacketReader packet) {
        int kind = packet.u8();
        return switch (kind) {
            case MESSENGER -> readMessenger(from, packet);
            case LETTER -> {
                Object what = readValue(packet);
                if (what == null) {
                    throw new MalformedException("a message for a node that is nothing");
                }
                yield new Letter(what);
            }
            case NOTICE -> readNotice(packet);
            default -> throw new MalformedException("something for a node of kind " + kind + "; there are 0 to 2");
        };
    }

    private static Notice readNotice(PacketReader packet) {
        int what = packet.u8();
        if (what >= Notice.What.values().length) {
            throw new MalformedException("a notice of kind " + what + "; there are 0 to 2");
        }
        return new Notice(Notice.What.values()[what], packet.u8() == 0 ? null : Name.read(packet));
    }

    private static int flags(Messenger messenger) {
        return (messenger.parent != null ? HAS_PARENT : 0)
                | (messenger.share != null ? HAS_SHARE : 0)
                | (messenger.last != null ? HAS_LAST : 0)
                | (Double.isNaN(messenger.weight) ? 0 : HAS_WEIGHT)
                | (messenger.brings != null ? BRINGS : 0)
                | (messenger.severs != null ? SEVERS : 0)
                | (messenger.errand != null ? ON_ERRAND : 0)
                | (messenger.frame.results != null ? HAS_RESULTS : 0)
                | (messenger.given != null ? IS_NEW : 0)
                | (messenger.pending != null ? HAS_PENDING : 0)
                | (messenger.isWaiting ? IS_WAITING : 0)
                | (messenger.isBack ? IS_BACK : 0)
                | (messenger.isCalled ? IS_CALLED : 0)
                | (messenger.priority > 0 ? HAS_PRIORITY : 0)
                | (messenger.cargo != null ? HAS_CARGO : 0);
    }

    void write(Messenger messenger, PacketWriter packet) {
        packet.u8(flags(messenger) >>> 8).u8(flags(messenger)).bytes(messenger.code.id.bytes());
        messenger.id.write(packet);
        if (messenger.parent != null) {
            messenger.parent.write(packet);
        }
        if (messenger.share != null) {
            messenger.share.write(packet);
        }
        if (messenger.last != null) {
            write(messenger.last, packet);
        }
        packet.text(messenger.link).i32(messenger.status);
        if (!Double.isNaN(messenger.weight)) {
            number(Double.doubleToRawLongBits(messenger.weight), packet);
        }
        if (messenger.brings != null) {
            write(messenger.brings, packet);
        }
        if (messenger.severs != null) {
            messenger.severs.write(packet);
        }
        if (messenger.errand != null) {
            write(messenger.errand, packet);
        }
        Frame frame = messenger.frame;
        packet.i32(frame.step);
        number(frame.draws, packet);
        storage(frame.values, packet);
        if (frame.results != null) {
            values(frame.results, packet);
        }
        if (messenger.given != null) {
            value(messenger.given.toByteArray(), packet);
        }
        if (messenger.priority > 0) {
            packet.u8(messenger.priority);
        }
        if (messenger.pending != null) {
            write(messenger.pending, packet);
        }
        if (messenger.cargo != null) {
            packet.i32(messenger.cargo.length).bytes(messenger.cargo);
        }
    }

    Messenger readMessenger(Member from, PacketReader packet) {
        int flags = packet.u8() << 8 | packet.u8();
        Code code = place.codes().of(FormId.of(packet.bytes(FormId.LENGTH)), from);
        Name id = Name.read(packet);
        Name parent = (flags & HAS_PARENT) != 0 ? Name.read(packet) : null;
        Share share = (flags & HAS_SHARE) != 0 ? Share.read(packet) : null;
        Address last = (flags & HAS_LAST) != 0 ? readAddress(packet) : null;
        String link = packet.text();
        int status = packet.i32();
        double weight = (flags & HAS_WEIGHT) != 0 ? Double.longBitsToDouble(readNumber(packet)) : Double.NaN;
        Link brings = (flags & BRINGS) != 0 ? readLink(packet) : null;
        Name severs = (flags & SEVERS) != 0 ? Name.read(packet) : null;
        Address errand = (flags & ON_ERRAND) != 0 ? readAddress(packet) : null;
        int step = packet.count(Limits.STEPS);
        long draws = readNumber(packet);
        Frame frame = new Frame(step, readStorage(packet));
        frame.draws = draws;
        frame.results = (flags & HAS_RESULTS) != 0 ? readValues(packet, Limits.VALUES) : null;
        BitSet given = (flags & IS_NEW) != 0 && readValue(packet) instanceof byte[] bits ? BitSet.valueOf(bits) : null;
        Messenger read = new Messenger(id, parent, code, frame);
        read.isUnchecked = true;
        read.given = given;
        read.isWaiting = (flags & IS_WAITING) != 0;
        read.isBack = (flags & IS_BACK) != 0;
        read.isCalled = (flags & IS_CALLED) != 0;
        read.priority = (flags & HAS_PRIORITY) != 0 ? Math.min(packet.u8(), Item.URGENT) : 0;
        read.pending = (flags & HAS_PENDING) != 0 ? readPending(packet) : null;
        read.cargo = (flags & HAS_CARGO) != 0 ? packet.bytes(packet.i32()) : null;
        read.share = share;
        read.last = last;
        read.link = link;
        read.status = status;
        read.weight = weight;
        read.brings = brings;
        read.severs = severs;
        read.errand = errand;
        return read;
    }

    private void write(Pending pending, PacketWriter packet) {
        switch (pending) {
            case Pending.Call(String file, String name, Object[] in, Shape[] results) -> {
                packet.u8(CALL);
                value(file, packet);
                value(name, packet);
                values(in, packet);
                packet.i32(results.length);
                for (Shape each : results) {
                    write(each, packet);
                }
            }
            case Pending.Injection(String script, Object[] arguments) -> {
                value(script, packet.u8(INJECTION));
                values(arguments, packet);
            }
            case Pending.Receipt(Address from, boolean isWaiting, Shape shape) -> {
                write(from, packet.u8(isWaiting ? AWAITED_RECEIPT : RECEIPT));
                write(shape, packet);
            }
            case Pending.Access(String variable, boolean isSet, Object its, long number) -> {
                packet.u8(ACCESS).u8(isSet ? 1 : 0).i64(number);
                value(variable, packet);
                value(its, packet);
            }
        }
    }

    private Pending readPending(PacketReader packet) {
        int kind = packet.u8();
        if (kind == CALL) {
            if (!(readValue(packet) instanceof String file) || !(readValue(packet) instanceof String name)) {
                throw new MalformedException("a call of a method without a name");
            }
            @Nullable Object[] in = readValues(packet, Limits.VALUES);
            Shape[] results = new Shape[packet.count(Limits.VALUES)];
            for (int i = 0; i < results.length; i++) {
                results[i] = readShape(packet);
            }
            return new Pending.Call(file, name, in, results);
        }
        if (kind == INJECTION) {
            if (!(readValue(packet) instanceof String script)) {
                throw new MalformedException("an injection of a script without a name");
            }
            return new Pending.Injection(script, readValues(packet, Limits.VALUES));
        }
        if (kind == ACCESS) {
            boolean isSet = packet.u8() != 0;
            long number = packet.i64();
            if (!(readValue(packet) instanceof String variable)) {
                throw new MalformedException("a look at a variable without a name");
            }
            return new Pending.Access(variable, isSet, readValue(packet), number);
        }
        if (kind != RECEIPT && kind != AWAITED_RECEIPT) {
            throw new MalformedException("something put off of kind " + kind + "; there are 0 to 4");
        }
        return new Pending.Receipt(readAddress(packet), kind == AWAITED_RECEIPT, readShape(packet));
    }

    private static void write(Shape shape, PacketWriter packet) {
        packet.u8(shape.type().ordinal()).i32(shape.length());
    }

    private static Shape readShape(PacketReader packet) {
        return new Shape(readType(packet), packet.count(Limits.ARRAY_BYTES));
    }

    static Type readType(PacketReader packet) {
        int type = packet.u8();
        if (type >= Type.values().length) {
            throw new MalformedException("a value of type " + type + "; there are 0 to " + (Type.values().length - 1));
        }
        return Type.values()[type];
    }

    /** With where the node is believed to be: whoever reads that knows no less. */
    void write(Address address, PacketWriter packet) {
        address.name().write(packet);
        packet.text(address.text()).member(place.descriptor(address).location());
    }

    Address readAddress(PacketReader packet) {
        Address read = new Address(Name.read(packet), packet.text());
        place.descriptor(read, packet.member());
        return read;
    }

    void write(Link link, PacketWriter packet) {
        link.id().write(packet);
        packet.text(link.name()).u8(link.direction() + 1).i64(Double.doubleToRawLongBits(link.weight()));
        write(link.to(), packet);
    }

    Link readLink(PacketReader packet) {
        Name id = Name.read(packet);
        String name = packet.text();
        int direction = packet.u8() - 1;
        double weight = Double.longBitsToDouble(packet.i64());
        Address to = readAddress(packet);
        if (direction > Link.AWAY) {
            throw new MalformedException("a link of direction " + direction + "; there are -1, 0 and 1");
        }
        return new Link(id, name, weight, direction, to, place.descriptor(to));
    }

    // ---- values ---------------------------------------------------------------------------------------------------

    void storage(Storage values, PacketWriter packet) {
        packet.i32(values.numbers.length);
        for (long each : values.numbers) {
            number(each, packet);
        }
        values(values.objects, packet);
    }

    Storage readStorage(PacketReader packet) {
        long[] numbers = new long[packet.count(Math.min(Limits.VARIABLES, packet.remaining()))];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = readNumber(packet);
        }
        return new Storage(numbers, readValues(packet, Limits.VARIABLES));
    }

    /**
     * Checks that values are those of some variables.
     *
     * @throws MalformedException if they aren't
     */
    static void requireFit(Layout layout, Storage values) {
        boolean fits = values.numbers.length == layout.numbers() && values.objects.length == layout.objects();
        List<Variable> all = layout.variables();
        for (int i = 0; fits && i < all.size(); i++) {
            Variable each = all.get(i);
            Object value = Layout.isNumber(each) ? null : values.objects[layout.at(i)];
            fits = Layout.isNumber(each) || isOf(each, value);
        }
        if (!fits) {
            throw new MalformedException("values that don't fit the " + all.size() + " variables that they are for");
        }
    }

    private static boolean isOf(Variable variable, @Nullable Object value) {
        if (!variable.isArray()) {
            return isReference(variable.type(), value);
        }
        Object model = Layout.array(variable.type(), 0);
        boolean isArray =
                value != null && value.getClass() == model.getClass() && Array.getLength(value) == variable.length();
        return isArray
                && (!(value instanceof Object[] references)
                        || Arrays.stream(references).allMatch(each -> isReference(variable.type(), each)));
    }

    private static boolean isReference(Type type, @Nullable Object value) {
        return value == null || (type == Type.NODE ? value instanceof Address : value instanceof Name);
    }

    void values(@Nullable Object[] values, PacketWriter packet) {
        packet.i32(values.length);
        for (Object each : values) {
            value(each, packet);
        }
    }

    @Nullable
    Object[] readValues(PacketReader packet, int most) {
        @Nullable Object[] values = new Object[packet.count(Math.min(most, packet.remaining()))];
        for (int i = 0; i < values.length; i++) {
            values[i] = readValue(packet);
        }
        return values;
    }

    /** As many bytes as it needs, behind how many that is. Small negative numbers are small as well. */
    private static void number(long value, PacketWriter packet) {
        long folded = value << 1 ^ value >> 63;
        int bytes = (71 - Long.numberOfLeadingZeros(folded)) / 8;
        packet.u8(bytes);
        for (int i = bytes - 1; i >= 0; i--) {
            packet.u8((int) (folded >>> 8 * i));
        }
    }

    private static long readNumber(PacketReader packet) {
        int bytes = packet.u8();
        if (bytes > Long.BYTES) {
            throw new MalformedException("a number of " + bytes + " bytes; at most 8 are possible");
        }
        long folded = 0;
        for (int i = 0; i < bytes; i++) {
            folded = folded << 8 | packet.u8();
        }
        return folded >>> 1 ^ -(folded & 1);
    }

    /** {@return whether something is a value of a script, which can be written} */
    static boolean isValue(Object value) {
        return value instanceof Object[] its
                ? Arrays.stream(its).allMatch(Wire::isReference)
                : isReference(value) || VALUES.contains(value.getClass());
    }

    private static boolean isReference(@Nullable Object value) {
        return value == null || value instanceof Address || value instanceof Name;
    }

    /** Writes a value of a script: null, a number, a text, an array, an address, or an id. */
    void value(@Nullable Object value, PacketWriter packet) {
        switch (value) {
            case null -> packet.u8(0);
            case Integer its -> number(its, packet.u8(1));
            case Long its -> number(its, packet.u8(2));
            case Float its -> packet.u8(3).i32(Float.floatToRawIntBits(its));
            case Double its -> packet.u8(4).i64(Double.doubleToRawLongBits(its));
            case String its -> {
                byte[] utf8 = its.getBytes(java.nio.charset.StandardCharsets.UTF_8);
                packet.u8(5).i32(utf8.length).bytes(utf8);
            }
            case Address its -> write(its, packet.u8(6));
            case Name its -> its.write(packet.u8(7));
            default -> array(value, packet);
        }
    }

    private void array(Object value, PacketWriter packet) {
        switch (value) {
            case byte[] its -> packet.u8(8).i32(its.length).bytes(its);
            case short[] its -> {
                packet.u8(9).i32(its.length);
                for (short each : its) {
                    packet.u8(each >>> 8).u8(each);
                }
            }
            case int[] its -> {
                packet.u8(10).i32(its.length);
                for (int each : its) {
                    packet.i32(each);
                }
            }
            case long[] its -> {
                packet.u8(11).i32(its.length);
                for (long each : its) {
                    packet.i64(each);
                }
            }
            case float[] its -> {
                packet.u8(12).i32(its.length);
                for (float each : its) {
                    packet.i32(Float.floatToRawIntBits(each));
                }
            }
            case double[] its -> {
                packet.u8(13).i32(its.length);
                for (double each : its) {
                    packet.i64(Double.doubleToRawLongBits(each));
                }
            }
            case Object[] its -> values(its, packet.u8(14));
            default -> throw new IllegalArgumentException(value.getClass() + " isn't a value of a script");
        }
    }

    @Nullable
    Object readValue(PacketReader packet) {
        int kind = packet.u8();
        return switch (kind) {
            case 0 -> null;
            case 1 -> (int) readNumber(packet);
            case 2 -> readNumber(packet);
            case 3 -> Float.intBitsToFloat(packet.i32());
            case 4 -> Double.longBitsToDouble(packet.i64());
            case 5 -> new String(packet.bytes(packet.i32()), java.nio.charset.StandardCharsets.UTF_8);
            case 6 -> readAddress(packet);
            case 7 -> Name.read(packet);
            case 14 -> readReferences(packet);
            default -> readArray(kind, packet);
        };
    }

    /** An array of addresses or ids, or of none: nothing is nested. */
    private @Nullable Object[] readReferences(PacketReader packet) {
        @Nullable Object[] its = new Object[packet.count(packet.remaining())];
        for (int i = 0; i < its.length; i++) {
            int kind = packet.u8();
            its[i] = switch (kind) {
                case 0 -> null;
                case 6 -> readAddress(packet);
                case 7 -> Name.read(packet);
                default -> throw new MalformedException("an array with a value of kind " + kind + " within");
            };
        }
        return its;
    }

    private static Object readArray(int kind, PacketReader packet) {
        return switch (kind) {
            case 8 -> packet.bytes(packet.i32());
            case 9 -> {
                short[] its = new short[packet.count(packet.remaining() / Short.BYTES)];
                for (int i = 0; i < its.length; i++) {
                    its[i] = (short) (packet.u8() << 8 | packet.u8());
                }
                yield its;
            }
            case 10 -> {
                int[] its = new int[packet.count(packet.remaining() / Integer.BYTES)];
                for (int i = 0; i < its.length; i++) {
                    its[i] = packet.i32();
                }
                yield its;
            }
            case 11 -> {
                long[] its = new long[packet.count(packet.remaining() / Long.BYTES)];
                for (int i = 0; i < its.length; i++) {
                    its[i] = packet.i64();
                }
                yield its;
            }
            case 12 -> {
                float[] its = new float[packet.count(packet.remaining() / Float.BYTES)];
                for (int i = 0; i < its.length; i++) {
                    its[i] = Float.intBitsToFloat(packet.i32());
                }
                yield its;
            }
            case 13 -> {
                double[] its = new double[packet.count(packet.remaining() / Double.BYTES)];
                for (int i = 0; i < its.length; i++) {
                    its[i] = Double.longBitsToDouble(packet.i64());
                }
                yield its;
            }
            default -> throw new MalformedException("a value of kind " + kind + "; there are 0 to 14");
        };
    }
}
