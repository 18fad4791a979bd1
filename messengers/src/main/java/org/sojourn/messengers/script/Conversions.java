package org.sojourn.messengers.script;

import java.util.stream.Collectors;
import org.sojourn.messengers.form.Expr;
import org.sojourn.messengers.form.Op;
import org.sojourn.messengers.form.Type;

/** How values of one type become those of another, by C's rules with Java's widths. */
final class Conversions {
    private final Report report;

    Conversions(Report report) {
        this.report = report;
    }

    /** {@return the type in which two numbers meet} */
    static Type common(Type left, Type right) {
        for (Type each : new Type[] {Type.DOUBLE, Type.FLOAT, Type.LONG}) {
            if (left == each || right == each) {
                return each;
            }
        }
        return Type.INT;
    }

    /** {@return a condition as a truth value} */
    Expr truth(Operand of) {
        if (of.isBad()) {
            return of.value();
        }
        if (of.isNumber() || of.isReference()) {
            Type type = of.value().type();
            return type == Type.INT ? of.value() : Fold.binary(Op.NOT_EQUAL, type, of.value(), Fold.zero(type));
        }
        if (of.isNone()) {
            return Fold.truth(false);
        }
        report.add(
                of.at(),
                Problem.E15,
                of.isText()
                        ? "a text isn't a condition: compare it, as in name != \"\""
                        : "there should be a condition, a number or an address, but this is "
                                + of.type().describe());
        return Fold.truth(false);
    }

    /** {@return a value as one of a type of the form, for an argument of what is built in} */
    Expr to(Type type, Operand of, String what) {
        if (of.isBad()) {
            return Fold.zero(type == Type.TEXT ? Type.INT : type);
        }
        if (type == Type.TEXT) {
            if (of.isText()) {
                return of.value();
            }
            return misfit(of, "a text", what, Type.INT);
        }
        if (type.isNumber()) {
            if (!of.isNumber()) {
                return misfit(of, CType.of(type).describe(), what, type);
            }
            return Fold.convert(type.read(), of.value());
        }
        if (of.isNone()) {
            return new Expr.None(type);
        }
        return of.value().type() == type && of.type() instanceof CType.Scalar
                ? of.value()
                : misfit(of, CType.of(type).describe(), what, type);
    }

    /** {@return a value as what a scalar stores} */
    Expr stored(CType to, Operand of, String what) {
        if (to instanceof CType.Scalar(Type type)) {
            return to(type, of, what);
        }
        return of.value();
    }

    /** Reports a constant that a variable has no room for. One of a char or a short may also be written as an unsigned number. */
    void checkWidth(Operand of, Type type) {
        if (!type.isWhole()) {
            return;
        }
        int bits = bits(type);
        long least = -1L << (bits - 1);
        long greatest = -1 - least;
        long most = bits < Integer.SIZE ? greatest - least : greatest;
        boolean fits = switch (of.value()) {
            case Expr.Whole(Type _, long value) -> value >= least && value <= most;
            case Expr.Fraction(Type _, double value) -> value > least - 1.0 && value < most + 1.0;
            default -> true;
        };
        if (!fits) {
            String value = of.value() instanceof Expr.Fraction(Type _, double fraction)
                    ? Double.toString(fraction)
                    : Fold.whole(of.value()).stream().mapToObj(Long::toString).collect(Collectors.joining());
            String hint = type == Type.LONG ? "" : "; make it a wider one, or cut the number by a cast";
            report.add(
                    of.at(),
                    Problem.E16,
                    value + " doesn't fit into " + (type == Type.INT ? "an " : "a ")
                            + CType.of(type).describe() + ", which goes from " + least + " to " + greatest + hint);
        }
    }

    private static int bits(Type type) {
        return switch (type) {
            case CHAR -> Byte.SIZE;
            case SHORT -> Short.SIZE;
            case LONG -> Long.SIZE;
            default -> Integer.SIZE;
        };
    }

    private Expr misfit(Operand of, String wanted, String what, Type type) {
        String hint = "";
        if (of.isText() && type.isNumber() && !wanted.equals("a text")) {
            hint = type.isWhole() ? "; atol(text) reads a whole number" : "; atof(text) reads a number";
        } else if (of.isNumber() && (type == Type.NODE || type == Type.MESSENGER)) {
            hint = "; for no address or id, write 'none'";
        } else if (of.type() instanceof CType.Array) {
            hint = "; take one element, by an index";
        } else if (of.type() instanceof CType.Struct) {
            hint = "; take one field, by '.'";
        }
        report.add(
                of.at(),
                Problem.E15,
                what + " should be " + wanted + ", but this is " + of.type().describe() + hint);
        return Fold.zero(type);
    }
}
