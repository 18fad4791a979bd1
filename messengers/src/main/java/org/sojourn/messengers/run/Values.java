package org.sojourn.messengers.run;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sojourn.messengers.form.Expr;
import org.sojourn.messengers.form.Op;
import org.sojourn.messengers.form.Type;

/** Values as objects: {@link Integer}, {@link Long}, {@link Float}, {@link Double}, {@link String}, and what is opaque. */
final class Values {
    private Values() {}

    /** {@return a constant's value} */
    static @Nullable Object constant(Expr value) {
        return switch (value) {
            case Expr.Whole its -> its.type() == Type.LONG ? (Object) its.value() : (Object) (int) its.value();
            case Expr.Fraction its -> its.type() == Type.FLOAT ? (Object) (float) its.value() : (Object) its.value();
            case Expr.Text its -> its.value();
            case Expr.None its -> null;
            default -> throw new AssertionError(value);
        };
    }

    /** {@return zero or none} */
    static @Nullable Object zero(Type type) {
        return type.isNumber() ? convert(0, type) : null;
    }

    /** {@return a number cast as Java does; those that are narrower than an int as an int} */
    static Object convert(@Nullable Object number, Type to) {
        Number its = (Number) Objects.requireNonNull(number);
        return switch (to) {
            case CHAR -> (int) its.byteValue();
            case SHORT -> (int) its.shortValue();
            case INT -> its.intValue();
            case LONG -> its.longValue();
            case FLOAT -> its.floatValue();
            case DOUBLE -> its.doubleValue();
            case TEXT, NODE, MESSENGER -> throw new AssertionError(to);
        };
    }

    /** {@return a number as it stands in {@link Storage#numbers}} */
    static long bits(Object number) {
        return switch (number) {
            case Float its -> Float.floatToRawIntBits(its);
            case Double its -> Double.doubleToRawLongBits(its);
            default -> ((Number) number).longValue();
        };
    }

    /** {@return the number that stands so in {@link Storage#numbers}} */
    static Object number(long bits, Type type) {
        return switch (type) {
            case CHAR, SHORT, INT -> (int) bits;
            case LONG -> bits;
            case FLOAT -> Float.intBitsToFloat((int) bits);
            case DOUBLE -> Double.longBitsToDouble(bits);
            case TEXT, NODE, MESSENGER -> throw new AssertionError(type);
        };
    }

    static @Nullable Object element(Object array, int at) {
        return switch (array) {
            case byte[] its -> (Object) (int) its[at];
            case short[] its -> (Object) (int) its[at];
            case int[] its -> (Object) its[at];
            case long[] its -> (Object) its[at];
            case float[] its -> (Object) its[at];
            case double[] its -> (Object) its[at];
            default -> ((@Nullable Object[]) array)[at];
        };
    }

    static void setElement(Object array, int at, @Nullable Object value) {
        switch (array) {
            case byte[] its -> its[at] = number(value).byteValue();
            case short[] its -> its[at] = number(value).shortValue();
            case int[] its -> its[at] = number(value).intValue();
            case long[] its -> its[at] = number(value).longValue();
            case float[] its -> its[at] = number(value).floatValue();
            case double[] its -> its[at] = number(value).doubleValue();
            default -> ((@Nullable Object[]) array)[at] = value;
        }
    }

    private static Number number(@Nullable Object value) {
        return (Number) Objects.requireNonNull(value);
    }

    static Object negative(@Nullable Object value) {
        return switch (number(value)) {
            case Integer its -> (Object) (-its);
            case Long its -> (Object) (-its);
            case Float its -> (Object) (-its);
            case Number its -> (Object) (-its.doubleValue());
        };
    }

    static Object complement(@Nullable Object value) {
        return value instanceof Integer its
                ? (Object) (~its)
                : (Object) (~number(value).longValue());
    }

    /** {@return two values joined} */
    static Object join(Op op, Type in, @Nullable Object left, @Nullable Object right) {
        if (op.isComparison()) {
            return (in.isNumber() || in == Type.TEXT
                            ? ordered(op, left, right)
                            : Objects.equals(left, right) == (op == Op.EQUAL))
                    ? 1
                    : 0;
        }
        Number one = number(left);
        Number other = number(right);
        return switch (in) {
            case INT -> (Object) join(op, one.intValue(), other.intValue());
            case LONG -> (Object) join(op, one.longValue(), other.longValue());
            case FLOAT -> (Object) join(op, one.floatValue(), other.floatValue());
            default -> (Object) join(op, one.doubleValue(), other.doubleValue());
        };
    }

    private static boolean ordered(Op op, @Nullable Object left, @Nullable Object right) {
        if (left instanceof Float || left instanceof Double) {
            return ordered(op, number(left).doubleValue(), number(right).doubleValue());
        }
        int order = left instanceof String its
                ? Texts.compare(its, String.valueOf(right))
                : Long.compare(number(left).longValue(), number(right).longValue());
        return ordered(op, order, 0);
    }

    private static boolean ordered(Op op, double left, double right) {
        return switch (op) {
            case EQUAL -> left == right;
            case NOT_EQUAL -> left != right;
            case LESS -> left < right;
            case LESS_OR_EQUAL -> left <= right;
            case GREATER -> left > right;
            case GREATER_OR_EQUAL -> left >= right;
            default -> throw new AssertionError(op);
        };
    }

    private static int join(Op op, int left, int right) {
        return switch (op) {
            case ADD -> left + right;
            case SUBTRACT -> left - right;
            case MULTIPLY -> left * right;
            case DIVIDE -> left / Checks.divisor(right);
            case REMAINDER -> left % Checks.divisor(right);
            case AND -> left & right;
            case OR -> left | right;
            case XOR -> left ^ right;
            case SHIFT_LEFT -> left << right;
            case SHIFT_RIGHT -> left >> right;
            default -> throw new AssertionError(op);
        };
    }

    private static long join(Op op, long left, long right) {
        return switch (op) {
            case ADD -> left + right;
            case SUBTRACT -> left - right;
            case MULTIPLY -> left * right;
            case DIVIDE -> left / Checks.divisor(right);
            case REMAINDER -> left % Checks.divisor(right);
            case AND -> left & right;
            case OR -> left | right;
            case XOR -> left ^ right;
            case SHIFT_LEFT -> left << right;
            case SHIFT_RIGHT -> left >> right;
            default -> throw new AssertionError(op);
        };
    }

    private static float join(Op op, float left, float right) {
        return switch (op) {
            case ADD -> left + right;
            case SUBTRACT -> left - right;
            case MULTIPLY -> left * right;
            case DIVIDE -> left / right;
            case REMAINDER -> left % right;
            default -> throw new AssertionError(op);
        };
    }

    private static double join(Op op, double left, double right) {
        return switch (op) {
            case ADD -> left + right;
            case SUBTRACT -> left - right;
            case MULTIPLY -> left * right;
            case DIVIDE -> left / right;
            case REMAINDER -> left % right;
            default -> throw new AssertionError(op);
        };
    }
}
