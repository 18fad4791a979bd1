package org.sojourn.messengers.script;

import java.util.OptionalLong;
import org.sojourn.messengers.form.Expr;
import org.sojourn.messengers.form.Op;
import org.sojourn.messengers.form.Type;

/** Makes expressions, and calculates those of constants, with the results that running them would have. */
final class Fold {
    private Fold() {}

    static boolean isConstant(Expr expr) {
        return expr instanceof Expr.Whole
                || expr instanceof Expr.Fraction
                || expr instanceof Expr.Text
                || expr instanceof Expr.None;
    }

    static OptionalLong whole(Expr expr) {
        return expr instanceof Expr.Whole(Type _, long value) ? OptionalLong.of(value) : OptionalLong.empty();
    }

    static Expr truth(boolean is) {
        return new Expr.Whole(Type.INT, is ? 1 : 0);
    }

    static Expr zero(Type type) {
        return switch (type) {
            case FLOAT, DOUBLE -> new Expr.Fraction(type, 0);
            case NODE, MESSENGER -> new Expr.None(type);
            default -> new Expr.Whole(type.read(), 0);
        };
    }

    /** {@return a number as one of another type; {@code to} may be narrow} */
    static Expr convert(Type to, Expr of) {
        if (of.type() == to) {
            return of;
        }
        return switch (of) {
            case Expr.Whole(Type _, long value) ->
                switch (to) {
                    case FLOAT -> new Expr.Fraction(to, (float) value);
                    case DOUBLE -> new Expr.Fraction(to, value);
                    default -> new Expr.Whole(to.read(), cut(to, value));
                };
            case Expr.Fraction(Type _, double value) ->
                switch (to) {
                    case FLOAT -> new Expr.Fraction(to, (float) value);
                    case DOUBLE -> new Expr.Fraction(to, value);
                    case LONG -> new Expr.Whole(to, (long) value);
                    default -> new Expr.Whole(Type.INT, cut(to, (int) value));
                };
            default -> new Expr.Convert(to, of);
        };
    }

    private static long cut(Type to, long value) {
        return switch (to) {
            case CHAR -> (byte) value;
            case SHORT -> (short) value;
            case INT -> (int) value;
            default -> value;
        };
    }

    static Expr negate(Expr of) {
        return switch (of) {
            case Expr.Whole(Type type, long value) -> new Expr.Whole(type, cut(type, -value));
            case Expr.Fraction(Type type, double value) -> new Expr.Fraction(type, -value);
            default -> new Expr.Negate(of.type(), of);
        };
    }

    static Expr complement(Expr of) {
        return of instanceof Expr.Whole(Type type, long value)
                ? new Expr.Whole(type, ~value)
                : new Expr.Complement(of.type(), of);
    }

    /** {@return 1 for what is 0, and 0 for anything else} */
    static Expr not(Expr truth) {
        return truth instanceof Expr.Whole(Type _, long value) ? truth(value == 0) : new Expr.Not(truth);
    }

    static Expr both(boolean isAnd, Expr left, Expr right) {
        if (left instanceof Expr.Whole(Type _, long decides)) {
            if ((decides != 0) != isAnd) {
                return truth(!isAnd);
            }
            if (right instanceof Expr.Whole(Type _, long value)) {
                return truth(value != 0);
            }
        }
        return new Expr.Both(isAnd, left, right);
    }

    static Expr choice(Type type, Expr condition, Expr yes, Expr no) {
        if (condition instanceof Expr.Whole(Type _, long decides)) {
            return decides != 0 ? yes : no;
        }
        return new Expr.Choice(type, condition, yes, no);
    }

    static Expr binary(Op op, Type in, Expr left, Expr right) {
        if (left instanceof Expr.Whole(Type _, long first) && right instanceof Expr.Whole(Type _, long second)) {
            boolean isFault = second == 0 && (op == Op.DIVIDE || op == Op.REMAINDER);
            if (!isFault) {
                return op.isComparison()
                        ? truth(compared(op, Long.compare(first, second)))
                        : new Expr.Whole(in, wholes(op, in, first, second));
            }
        }
        if (left instanceof Expr.Fraction(Type _, double first)
                && right instanceof Expr.Fraction(Type _, double second)) {
            if (op.isComparison()) {
                return truth(fractionsCompared(op, first, second));
            }
            double value = fractions(op, first, second);
            return new Expr.Fraction(in, in == Type.FLOAT ? (float) value : value);
        }
        return new Expr.Binary(op, in, left, right);
    }

    private static boolean compared(Op op, int order) {
        return switch (op) {
            case EQUAL -> order == 0;
            case NOT_EQUAL -> order != 0;
            case LESS -> order < 0;
            case LESS_OR_EQUAL -> order <= 0;
            case GREATER -> order > 0;
            default -> order >= 0;
        };
    }

    private static boolean fractionsCompared(Op op, double first, double second) {
        return switch (op) {
            case EQUAL -> first == second;
            case NOT_EQUAL -> first != second;
            case LESS -> first < second;
            case LESS_OR_EQUAL -> first <= second;
            case GREATER -> first > second;
            default -> first >= second;
        };
    }

    /** A sum, difference, product or quotient of floats is the same if it is calculated in doubles and then rounded. */
    private static double fractions(Op op, double first, double second) {
        return switch (op) {
            case ADD -> first + second;
            case SUBTRACT -> first - second;
            case MULTIPLY -> first * second;
            case DIVIDE -> first / second;
            default -> first % second;
        };
    }

    private static long wholes(Op op, Type in, long first, long second) {
        long value = switch (op) {
            case ADD -> first + second;
            case SUBTRACT -> first - second;
            case MULTIPLY -> first * second;
            case DIVIDE -> first / second;
            case REMAINDER -> first % second;
            case AND -> first & second;
            case OR -> first | second;
            case XOR -> first ^ second;
            case SHIFT_LEFT -> in == Type.INT ? (int) first << second : first << second;
            default -> in == Type.INT ? (int) first >> second : first >> second;
        };
        return cut(in, value);
    }
}
