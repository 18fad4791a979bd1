package org.sojourn.threads.wire;

import java.io.DataInputStream;
import java.io.IOException;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sojourn.weave.wire.Numbers;

/** Reads what {@link ValueWriter} has written, and refuses all else. Counts are checked against the bytes that there are ({@link Budget}). */
final class ValueReader {
    private static final int DEEPEST = 520;
    private static final Object PENDING = new Object();

    private final ProgramClasses classes;
    private final Home home;
    private final boolean isOutward;
    private final DataInputStream from;
    private final Budget budget;
    private final List<Object> read = new ArrayList<>();
    private List<Change> changes = List.of();
    private int depth;

    ValueReader(ProgramClasses classes, Home home, boolean isOutward, DataInputStream from) throws IOException {
        this.classes = classes;
        this.home = home;
        this.isOutward = isOutward;
        this.from = from;
        this.budget = new Budget(from);
    }

    @Nullable
    Object read() throws IOException {
        if (++depth > DEEPEST) {
            throw new IOException("references go more than " + DEEPEST + " objects deep");
        }
        Object value = value(Tag.of(from.readUnsignedByte()));
        depth--;
        return value;
    }

    private @Nullable Object value(Tag tag) throws IOException {
        return switch (tag) {
            case NULL -> null;
            case AGAIN -> again(Numbers.read(from));
            case RETURNED -> returned(Numbers.read(from));
            case OUT -> home.out();
            case ERR -> home.err();
            case THREAD -> home.thread();
            case OWN_THREAD -> thread();
            case INT -> (int) within(Numbers.readSigned(from), Integer.MIN_VALUE, Integer.MAX_VALUE);
            case LONG -> Numbers.readSigned(from);
            case SHORT -> (short) within(Numbers.readSigned(from), Short.MIN_VALUE, Short.MAX_VALUE);
            case BYTE -> (byte) within(Numbers.read(from), 0, 255);
            case CHAR -> (char) within(Numbers.read(from), 0, Character.MAX_VALUE);
            case BOOLEAN -> within(Numbers.read(from), 0, 1) == 1;
            case FLOAT -> Float.intBitsToFloat(from.readInt());
            case DOUBLE -> Double.longBitsToDouble(from.readLong());
            case CANONICAL_STRING -> kept(text().intern());
            case STRING -> kept(text());
            case BIG_INTEGER -> kept(integer());
            case BIG_DECIMAL -> {
                BigInteger unscaled = integer();
                yield kept(new BigDecimal(
                        unscaled, (int) within(Numbers.readSigned(from), Integer.MIN_VALUE, Integer.MAX_VALUE)));
            }
            case ENUM -> constant();
            case NUMBERS -> added(Numeric.read(from, budget));
            case ARRAY -> array();
            case OBJECT -> object();
            case RECORD -> record();
            case COLLECTION -> collection();
            case MAP -> map();
            case UNCHANGING -> unchanging();
            case BUILDER -> added(new StringBuilder(text()));
            case THROWABLE -> throwable();
        };
    }

    private static long within(long number, long least, long most) throws IOException {
        if (number < least || number > most) {
            throw new IOException("a number is " + number + "; it is " + least + " to " + most);
        }
        return number;
    }

    private Object again(long number) throws IOException {
        Object found = number < 0 || number >= read.size() ? PENDING : read.get((int) number);
        if (found == PENDING) {
            throw new IOException("value " + number + " again, which isn't there yet");
        }
        return found;
    }

    private Object returned(long number) throws IOException {
        Object found = isOutward ? null : home.of(number);
        if (found == null) {
            throw new IOException("object " + number + " comes back, which hadn't gone");
        }
        return found;
    }

    private <T> T added(T value) {
        read.add(value);
        return value;
    }

    private <T> T kept(T value) {
        if (isOutward) {
            home.goes(value);
        }
        return added(value);
    }

    private byte[] bytes() throws IOException {
        return from.readNBytes(budget.count(from, 1));
    }

    private String text() throws IOException {
        byte[] bytes = bytes();
        if (bytes.length % Character.BYTES != 0) {
            throw new IOException("a text of " + bytes.length + " bytes; a character has " + Character.BYTES);
        }
        return ByteBuffer.wrap(bytes).asCharBuffer().toString();
    }

    private BigInteger integer() throws IOException {
        byte[] bytes = bytes();
        if (bytes.length == 0) {
            throw new IOException("a number without digits");
        }
        return new BigInteger(bytes);
    }

    private Object constant() throws IOException {
        Class<?> type = classes.read(from);
        long ordinal = Numbers.read(from);
        Object[] all = type.getEnumConstants();
        if (all == null || ordinal < 0 || ordinal >= all.length) {
            throw new IOException(type.getName() + " has no constant " + ordinal);
        }
        return all[(int) ordinal];
    }

    private Object array() throws IOException {
        Class<?> of = component();
        int length = budget.count(from, 1);
        Object array = added(Array.newInstance(of, length));
        for (int i = 0; i < length; i++) {
            Object value = read();
            try {
                Array.set(array, i, value);
            } catch (IllegalArgumentException e) {
                throw new IOException("an array of " + of.getName() + " holds something else", e);
            }
        }
        return array;
    }

    private Class<?> component() throws IOException {
        int dimensions = from.readUnsignedByte();
        Class<?> of = switch (from.readUnsignedByte()) {
            case 0 -> {
                int sort = from.readUnsignedByte();
                if (sort >= Sorts.NUMBERS.size() || dimensions == 0) {
                    throw new IOException("an array of numbers of sort " + sort);
                }
                yield Sorts.NUMBERS.get(sort);
            }
            case 1 -> classes.read(from);
            case 2 -> Sorts.base(from.readUnsignedByte());
            default -> throw new IOException("an array of nothing known");
        };
        if (dimensions > 100) {
            throw new IOException("an array of " + dimensions + " dimensions");
        }
        for (int i = 0; i < dimensions; i++) {
            of = of.arrayType();
        }
        return of;
    }

    private Object object() throws IOException {
        Class<?> type = classes.read(from);
        ProgramClasses.Shape shape = classes.shape(type);
        if (shape.maker() == null) {
            throw new IOException("an object of " + type.getName() + " isn't made like that");
        }
        return filled(shape.maker().newInstance(), shape);
    }

    private Object thread() throws IOException {
        Class<?> type = classes.read(from);
        if (!isOutward || classes.has(home.thread().getClass())) {
            throw new IOException("a second thread, of " + type.getName());
        }
        Thread made = Makers.thread(type, home.thread());
        home.thread(made);
        return filled(made, classes.shape(type));
    }

    private Object filled(Object made, ProgramClasses.Shape shape) throws IOException {
        boolean isKept = home.isKept(shape.type());
        if (isKept) {
            kept(made);
        } else {
            added(made);
        }
        fields(made, shape);
        if (isKept && isOutward && !shape.changing().isEmpty()) {
            home.came(made, ValueWriter.values(made, shape.changing()));
        }
        return made;
    }

    /** Reads what has changed at the slave. */
    void changes() throws IOException {
        int count = budget.count(from, 3);
        List<Change> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Object of = returned(Numbers.read(from));
            List<Field> fields =
                    classes.has(of.getClass()) ? classes.shape(of.getClass()).changing() : List.of();
            int field = (int) within(Numbers.read(from), 0, fields.size() - 1);
            Object value = read();
            if (!fits(fields.get(field).getType(), value)) {
                throw new IOException(fields.get(field) + " can't have the value that has come");
            }
            all.add(new Change(of, fields.get(field), value));
        }
        changes = all;
    }

    /** Sets what has changed. */
    void change() throws IOException {
        for (Change each : changes) {
            try {
                each.field().set(each.of(), each.value());
            } catch (IllegalAccessException e) {
                throw new IOException(each.field() + " can't be set", e);
            }
        }
    }

    private record Change(Object of, Field field, @Nullable Object value) {}

    private static boolean fits(Class<?> type, @Nullable Object value) {
        if (value == null) {
            return !type.isPrimitive();
        }
        return MethodType.methodType(type).wrap().returnType().isInstance(value);
    }

    private void fields(Object made, ProgramClasses.Shape shape) throws IOException {
        for (Field each : shape.fields()) {
            Object value = read();
            try {
                each.set(made, value);
            } catch (IllegalAccessException | IllegalArgumentException | NullPointerException e) {
                throw new IOException(each + " can't have the value that has come", e);
            }
        }
    }

    private Object record() throws IOException {
        Class<?> type = classes.read(from);
        ProgramClasses.Shape shape = classes.shape(type);
        if (shape.record() == null) {
            throw new IOException(type.getName() + " isn't a record");
        }
        int number = read.size();
        read.add(PENDING); // what refers to it from inside can't be made
        int gone = home.isKept(type) && isOutward ? home.reserve() : -1;
        @Nullable Object[] values = new Object[shape.fields().size() + 1]; // the last says that it arrives, and is null
        for (int i = 0; i < shape.fields().size(); i++) {
            values[i] = read();
        }
        try {
            Object made = Objects.requireNonNull(shape.record().newInstance(values));
            read.set(number, made);
            if (gone >= 0) {
                home.set(gone, made);
            }
            return made;
        } catch (ReflectiveOperationException | IllegalArgumentException e) {
            throw new IOException(type.getName() + " can't have the values that have come", e);
        }
    }

    private Object collection() throws IOException {
        Collection<Object> made = added(Sorts.collection(from.readUnsignedByte()));
        int count = budget.count(from, 1);
        try {
            for (int i = 0; i < count; i++) {
                made.add(read());
            }
        } catch (RuntimeException e) {
            throw new IOException("a " + made.getClass().getName() + " can't hold the values that came: " + e, e);
        }
        return made;
    }

    private Object unchanging() throws IOException {
        int sort = from.readUnsignedByte();
        int count = budget.count(from, 1);
        int number = read.size();
        read.add(PENDING); // what refers to it from inside can't be made
        List<@Nullable Object> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(read());
        }
        try {
            Object made = Unchanging.made(sort, all);
            read.set(number, made);
            return made;
        } catch (RuntimeException e) {
            throw new IOException("a collection that can't change can't hold the values that came: " + e, e);
        }
    }

    private Object map() throws IOException {
        Map<Object, Object> made = added(Sorts.map(from.readUnsignedByte()));
        int count = budget.count(from, 2);
        try {
            for (int i = 0; i < count; i++) {
                Object key = read();
                made.put(key, read());
            }
        } catch (RuntimeException e) {
            throw new IOException("a " + made.getClass().getName() + " can't hold the values that came: " + e, e);
        }
        return made;
    }

    private Object throwable() throws IOException {
        int number = read.size();
        read.add(PENDING);
        boolean isOwn = from.readBoolean();
        Class<?> type = isOwn ? classes.read(from) : Throwables.find(from.readUTF());
        Object message = read();
        String text = message == null ? null : message.toString();
        if (isOwn) {
            Throwables.check(type, classes);
        }
        Throwable made = Throwables.make(type, text);
        read.set(number, made);
        Object cause = read();
        if (cause instanceof Throwable its && its != made) {
            Throwables.call(made, classes, "initCause", MethodType.methodType(Throwable.class, Throwable.class), its);
        }
        StackTraceElement[] trace = new StackTraceElement[budget.count(from, 10)];
        for (int i = 0; i < trace.length; i++) {
            trace[i] = new StackTraceElement(from.readUTF(), from.readUTF(), from.readUTF(), from.readInt());
        }
        Throwables.call(
                made, classes, "setStackTrace", MethodType.methodType(void.class, StackTraceElement[].class), (Object)
                        trace);
        int others = budget.count(from, 1);
        for (int i = 0; i < others; i++) {
            if (read() instanceof Throwable suppressed && suppressed != made) {
                made.addSuppressed(suppressed);
            }
        }
        if (isOwn) {
            fields(made, classes.shape(type));
        }
        return made;
    }
}
