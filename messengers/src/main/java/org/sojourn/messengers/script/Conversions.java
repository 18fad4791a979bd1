package org.sojourn.messengers.script;

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
                        ? "a text is no condition: compare it, as in name != \"\""
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
            return of.isNumber()
                    ? Fold.convert(type.read(), of.value())
                    : misfit(of, CType.of(type).describe(), what, type);
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

    private Expr misfit(Operand of, String wanted, String what, Type type) {
        String hint = "";
        if (of.isText() && type.isNumber() && !wanted.equals("a text")) {
            hint = type.isWhole() ? "; atol(text) reads a whole number" : "; atof(text) reads a number";
        } else if (of.isNumber() && (type == Type.NODE || type == Type.MESSENGER)) {
            hint = "; where there is none, write 'none'";
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
