package org.sojourn.messengers.network;

import java.lang.reflect.Array;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.sojourn.messengers.form.Shape;
import org.sojourn.messengers.form.Type;
import org.sojourn.messengers.outside.Spelled;
import org.sojourn.messengers.run.Fault;

/** What comes from outside and goes there, as scripts have it. Outside there are texts, whole numbers of 64 bits, and doubles. */
final class Taken {
    private Taken() {}

    /**
     * {@return a message as a variable takes it}
     *
     * @throws Fault if it doesn't fit, or an {@link IllegalArgumentException} if it is no number where one is wanted
     */
    static Object of(String message, Shape wanted) {
        if (isText(wanted)) {
            return fitting(message.getBytes(StandardCharsets.UTF_8), wanted);
        }
        boolean isWhole = wanted.type() != Type.FLOAT && wanted.type() != Type.DOUBLE;
        return of(isWhole ? Spelled.longs(message) : Spelled.doubles(message), wanted);
    }

    /**
     * {@return what is in a slot, as a variable takes it}
     *
     * @param value {@code long[]}, {@code double[]} or {@code byte[]}
     * @throws Fault if it doesn't fit
     */
    static Object of(Object value, Shape wanted) {
        if (isText(wanted) || value instanceof byte[]) {
            if (!isText(wanted) || !(value instanceof byte[] text)) {
                throw new Fault("the script wants " + (isText(wanted) ? "a text" : "numbers") + ", and there "
                        + (value instanceof byte[] ? "is a text" : "are numbers"));
            }
            return fitting(text, wanted);
        }
        int length = Math.max(1, wanted.length());
        if (Array.getLength(value) != length) {
            throw new Fault("the script wants " + length + (length == 1 ? " number" : " numbers") + ", and there "
                    + (Array.getLength(value) == 1 ? "is 1" : "are " + Array.getLength(value)));
        }
        Shape each = new Shape(wanted.type(), 0);
        if (wanted.length() == 0) {
            return number(value, 0, each);
        }
        return array(value, wanted, each);
    }

    private static boolean isText(Shape wanted) {
        return wanted.type() == Type.CHAR && wanted.length() > 0;
    }

    private static byte[] fitting(byte[] text, Shape wanted) {
        if (text.length > wanted.length()) {
            throw new Fault(
                    "the script has room for a text of " + wanted.length() + " bytes, and this one has " + text.length);
        }
        return Arrays.copyOf(text, wanted.length());
    }

    private static Object number(Object values, int at, Shape wanted) {
        Object number = Shapes.as(Array.get(values, at), wanted);
        if (number == null) {
            throw new Fault("the script wants a number, and there is no number");
        }
        return number;
    }

    private static Object array(Object values, Shape wanted, Shape each) {
        Object array = switch (wanted.type()) {
            case SHORT -> new short[wanted.length()];
            case INT -> new int[wanted.length()];
            case LONG -> new long[wanted.length()];
            case FLOAT -> new float[wanted.length()];
            default -> new double[wanted.length()];
        };
        for (int i = 0; i < wanted.length(); i++) {
            Object number = number(values, i, each);
            Array.set(array, i, array instanceof short[] ? (Object) ((Integer) number).shortValue() : number);
        }
        return array;
    }

    /** {@return what a script writes, as a slot has it} */
    static Object written(@Nullable Object value) {
        return switch (value) {
            case String text -> text.getBytes(StandardCharsets.UTF_8);
            case Character character -> new long[] {character};
            case Float number -> new double[] {number};
            case Double number -> new double[] {number};
            case Number number -> new long[] {number.longValue()};
            case float[] numbers -> doubles(numbers);
            case double[] numbers -> numbers;
            case long[] numbers -> numbers;
            case int[] numbers -> Arrays.stream(numbers).asLongStream().toArray();
            case short[] numbers -> longs(numbers);
            case null, default ->
                throw new Fault("only numbers, texts and arrays of numbers can be written into a slot");
        };
    }

    private static double[] doubles(float[] numbers) {
        double[] all = new double[numbers.length];
        for (int i = 0; i < all.length; i++) {
            all[i] = numbers[i];
        }
        return all;
    }

    private static long[] longs(short[] numbers) {
        long[] all = new long[numbers.length];
        for (int i = 0; i < all.length; i++) {
            all[i] = numbers[i];
        }
        return all;
    }
}
