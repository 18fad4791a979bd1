package org.sojourn.threads.wire;

import java.io.DataOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sojourn.weave.wire.Numbers;

/**
 * Writes values as one graph: an object that is referred to twice is written once. What isn't known to be the same when it is put together
 * again is refused, by the path to it.
 */
final class ValueWriter {
    private static final int DEEPEST = 500;

    private final ProgramClasses classes;
    private final Home home;
    private final boolean isOutward;
    private final DataOutputStream to;
    private final Map<Object, Integer> written = new IdentityHashMap<>();
    private final Set<String> used = new HashSet<>();

    /** Objects that are being written. */
    private final Map<Object, Boolean> open = new IdentityHashMap<>();

    /** How many sets and maps are, which ask what they hold. */
    private int sorting;

    private int depth;

    /**
     * Of one message.
     *
     * @param isOutward whether it goes from a master to a slave
     */
    ValueWriter(ProgramClasses classes, Home home, boolean isOutward, DataOutputStream to) {
        this.classes = classes;
        this.home = home;
        this.isOutward = isOutward;
        this.to = to;
    }

    /** The program's classes that objects are of, by their internal names. */
    Set<String> used() {
        return used;
    }

    void write(@Nullable Object value) throws IOException {
        if (++depth > DEEPEST) {
            throw new IOException("references go more than " + DEEPEST + " objects deep");
        }
        switch (value) {
            case null -> tag(Tag.NULL);
            case Integer number -> signed(Tag.INT, number);
            case Long number -> signed(Tag.LONG, number);
            case Short number -> signed(Tag.SHORT, number);
            case Byte number -> number(Tag.BYTE, number & 0xFF);
            case Character letter -> number(Tag.CHAR, letter);
            case Boolean flag -> number(Tag.BOOLEAN, flag ? 1 : 0);
            case Float number -> {
                tag(Tag.FLOAT);
                to.writeInt(Float.floatToRawIntBits(number));
            }
            case Double number -> {
                tag(Tag.DOUBLE);
                to.writeLong(Double.doubleToRawLongBits(number));
            }
            default -> reference(value);
        }
        depth--;
    }

    private void reference(Object value) throws IOException {
        Tag ofHome = ofHome(value);
        if (ofHome != null) {
            tag(ofHome);
            return;
        }
        Integer before = written.get(value);
        if (before != null) {
            boolean isMadeAtOnce = value instanceof Record || Unchanging.sort(value) >= 0;
            if (open.containsKey(value) && (isMadeAtOnce || sorting > 0)) {
                throw new IOException("a " + value.getClass().getName()
                        + " refers to itself, by way of a record, or of a collection, which can't be made like that");
            }
            number(Tag.AGAIN, before);
            return;
        }
        Integer came = isOutward ? null : home.number(value);
        if (came != null) {
            number(Tag.RETURNED, came);
            return;
        }
        open.put(value, true);
        content(value);
        open.remove(value);
    }

    private @Nullable Tag ofHome(Object value) {
        if (value instanceof PrintStream) {
            return value == home.out() ? Tag.OUT : value == home.err() ? Tag.ERR : null;
        }
        return value == home.thread() && !classes.has(value.getClass()) ? Tag.THREAD : null;
    }

    private void content(Object value) throws IOException {
        switch (value) {
            case String text -> text(text);
            case BigInteger number
            when number.getClass() == BigInteger.class -> {
                kept(Tag.BIG_INTEGER, number);
                bytes(number.toByteArray());
            }
            case BigDecimal number
            when number.getClass() == BigDecimal.class -> {
                kept(Tag.BIG_DECIMAL, number);
                bytes(number.unscaledValue().toByteArray());
                Numbers.writeSigned(number.scale(), to);
            }
            case StringBuilder builder -> {
                begin(Tag.BUILDER, value);
                chars(builder);
            }
            case Throwable thrown -> throwable(thrown);
            default -> other(value);
        }
    }

    private void other(Object value) throws IOException {
        Class<?> type = value.getClass();
        if (type.isArray()) {
            array(value, type.getComponentType());
        } else if (value instanceof Enum<?> constant && classes.has(constant.getDeclaringClass())) {
            tag(Tag.ENUM);
            classes.write(constant.getDeclaringClass(), to);
            Numbers.write(constant.ordinal(), to);
            used.add(type.getName().replace('.', '/'));
        } else if (Unchanging.sort(value) >= 0) {
            unchanging(value, Unchanging.sort(value));
        } else if (Sorts.collection(value) >= 0) {
            Collection<?> all = (Collection<?>) value;
            begin(Tag.COLLECTION, value);
            to.writeByte(Sorts.collection(value));
            Numbers.write(all.size(), to);
            sorting += all instanceof Set ? 1 : 0;
            for (Object each : all) {
                write(each);
            }
            sorting -= all instanceof Set ? 1 : 0;
        } else if (Sorts.map(value) >= 0) {
            Map<?, ?> all = (Map<?, ?>) value;
            begin(Tag.MAP, value);
            to.writeByte(Sorts.map(value));
            Numbers.write(all.size(), to);
            sorting++;
            for (Map.Entry<?, ?> each : all.entrySet()) {
                write(each.getKey());
                write(each.getValue());
            }
            sorting--;
        } else if (classes.has(type)) {
            object(value, type);
        } else {
            throw new IOException("a " + named(type) + " can't travel");
        }
    }

    private void unchanging(Object value, int sort) throws IOException {
        List<@Nullable Object> all = Unchanging.elements(value);
        begin(Tag.UNCHANGING, value);
        to.writeByte(sort);
        Numbers.write(all.size(), to);
        sorting += Unchanging.isHashed(sort) ? 1 : 0;
        for (Object each : all) {
            write(each);
        }
        sorting -= Unchanging.isHashed(sort) ? 1 : 0;
    }

    private static String named(Class<?> type) {
        return type.isHidden() ? "lambda of " + type.getName().replaceFirst("\\$\\$Lambda.*", "") : type.getName();
    }

    private void text(String text) throws IOException {
        @SuppressWarnings("StringEquality") // whether it is the one that is interned is the question
        boolean isCanonical = text.length() < 64 && text == text.intern();
        kept(isCanonical ? Tag.CANONICAL_STRING : Tag.STRING, text);
        chars(text);
    }

    /** One by one: a character set has something else for half of a pair, which a text may end with. */
    private void chars(CharSequence text) throws IOException {
        if (text.length() > Integer.MAX_VALUE / Character.BYTES) {
            throw new IOException("a text of " + text.length() + " characters can't travel; at most "
                    + Integer.MAX_VALUE / Character.BYTES + " can");
        }
        ByteBuffer bytes = ByteBuffer.allocate(text.length() * Character.BYTES);
        bytes.asCharBuffer().append(text);
        bytes(bytes.array());
    }

    private void array(Object array, Class<?> of) throws IOException {
        int length = Array.getLength(array);
        if (of.isPrimitive()) {
            begin(Tag.NUMBERS, array);
            Numeric.write(array, to);
            return;
        }
        begin(Tag.ARRAY, array);
        component(of);
        Numbers.write(length, to);
        for (int i = 0; i < length; i++) {
            write(Array.get(array, i));
        }
    }

    /** How many dimensions more, and then numbers, a class of the program or one of the platform. */
    private void component(Class<?> of) throws IOException {
        int dimensions = 0;
        Class<?> at = of;
        while (at.isArray()) {
            dimensions++;
            at = at.getComponentType();
        }
        to.writeByte(dimensions);
        if (at.isPrimitive()) {
            to.writeByte(0);
            to.writeByte(Sorts.NUMBERS.indexOf(at));
        } else if (classes.has(at)) {
            to.writeByte(1);
            classes.write(at, to);
        } else if (Sorts.base(at) >= 0) {
            to.writeByte(2);
            to.writeByte(Sorts.base(at));
        } else {
            throw new IOException("an array of " + at.getName() + " can't travel");
        }
    }

    private void object(Object value, Class<?> type) throws IOException {
        if (value instanceof Thread && value != home.thread()) {
            throw new IOException("a thread can't travel but the running one, and this is another " + type.getName());
        }
        ProgramClasses.Shape shape = classes.shape(type);
        used.add(type.getName().replace('.', '/'));
        Tag tag = value instanceof Thread ? Tag.OWN_THREAD : type.isRecord() ? Tag.RECORD : Tag.OBJECT;
        if (home.isKept(type)) {
            kept(tag, value);
        } else {
            begin(tag, value);
        }
        classes.write(type, to);
        fields(value, shape);
    }

    /** Those fields of what has come that have changed since; nothing follows but what they are now. */
    void changes() throws IOException {
        List<Change> all = new ArrayList<>();
        for (Map.Entry<Object, @Nullable Object[]> each : home.came().entrySet()) {
            List<Field> fields = classes.shape(each.getKey().getClass()).changing();
            @Nullable Object[] now = values(each.getKey(), fields);
            for (int i = 0; i < now.length; i++) {
                if (!isSame(now[i], each.getValue()[i])) {
                    all.add(new Change(each.getKey(), i, now[i]));
                }
            }
        }
        Numbers.write(all.size(), to);
        for (Change each : all) {
            Numbers.write(Objects.requireNonNull(home.number(each.of())), to);
            Numbers.write(each.field(), to);
            write(each.value());
        }
    }

    private record Change(Object of, int field, @Nullable Object value) {}

    /** Numbers come as new boxes each time they are read. */
    private static boolean isSame(@Nullable Object one, @Nullable Object other) {
        return one == other
                || (one instanceof Number || one instanceof Character || one instanceof Boolean) && one.equals(other);
    }

    static @Nullable Object[] values(Object of, List<Field> fields) throws IOException {
        @Nullable Object[] values = new Object[fields.size()];
        for (int i = 0; i < values.length; i++) {
            try {
                values[i] = fields.get(i).get(of);
            } catch (IllegalAccessException e) {
                throw new IOException(fields.get(i) + " can't be read", e);
            }
        }
        return values;
    }

    private void fields(Object value, ProgramClasses.Shape shape) throws IOException {
        for (Field each : shape.fields()) {
            try {
                write(each.get(value));
            } catch (IllegalAccessException e) {
                throw new IOException(each + " can't be read", e);
            } catch (IOException e) {
                String what = String.valueOf(e.getMessage());
                throw new IOException(
                        what.contains(", in field ")
                                ? what
                                : what + ", in field " + each.getName() + " of "
                                        + shape.type().getName(),
                        e);
            }
        }
    }

    private void throwable(Throwable thrown) throws IOException {
        Class<?> type = thrown.getClass();
        boolean isOwn = classes.has(type);
        if (!isOwn && !Throwables.travels(type)) {
            throw new IOException("a " + type.getName() + " can't travel: " + thrown.getMessage());
        }
        if (isOwn) {
            Throwables.check(type, classes);
        }
        begin(Tag.THROWABLE, thrown);
        to.writeBoolean(isOwn);
        if (isOwn) {
            classes.write(type, to);
            used.add(type.getName().replace('.', '/'));
        } else {
            to.writeUTF(type.getName());
        }
        write(Throwables.call(thrown, classes, "getMessage", MethodType.methodType(String.class)));
        write(Throwables.call(thrown, classes, "getCause", MethodType.methodType(Throwable.class)));
        StackTraceElement[] trace = thrown.getStackTrace();
        Numbers.write(trace.length, to);
        for (StackTraceElement each : trace) {
            to.writeUTF(each.getClassName());
            to.writeUTF(each.getMethodName());
            to.writeUTF(String.valueOf(each.getFileName()));
            to.writeInt(each.getLineNumber());
        }
        Throwable[] others = thrown.getSuppressed();
        Numbers.write(others.length, to);
        for (Throwable each : others) {
            write(each);
        }
        if (isOwn) {
            fields(thrown, classes.shape(type));
        }
    }

    // ---- bytes ------------------------------------------------------------------------------------------------------

    private void begin(Tag tag, Object value) throws IOException {
        written.put(value, written.size());
        tag(tag);
    }

    /** Both ends number them alike: this one as it writes, the other as it reads. */
    private void kept(Tag tag, Object value) throws IOException {
        begin(tag, value);
        if (isOutward) {
            home.goes(value);
        }
    }

    private void tag(Tag tag) throws IOException {
        to.writeByte(tag.ordinal());
    }

    private void number(Tag tag, long number) throws IOException {
        tag(tag);
        Numbers.write(number, to);
    }

    private void signed(Tag tag, long number) throws IOException {
        tag(tag);
        Numbers.writeSigned(number, to);
    }

    private void bytes(byte[] bytes) throws IOException {
        Numbers.write(bytes.length, to);
        to.write(bytes);
    }
}
