package org.sojourn.messengers.script;

import org.jspecify.annotations.Nullable;
import org.sojourn.messengers.form.Expr;
import org.sojourn.messengers.form.Op;
import org.sojourn.messengers.form.Type;

/** What operators between two values mean. */
final class BinaryChecks {
    private final Report report;
    private final Conversions conversions;

    BinaryChecks(Report report, Conversions conversions) {
        this.report = report;
        this.conversions = conversions;
    }

    static Op op(String sign) {
        return switch (sign) {
            case "+" -> Op.ADD;
            case "-" -> Op.SUBTRACT;
            case "*" -> Op.MULTIPLY;
            case "/" -> Op.DIVIDE;
            case "%" -> Op.REMAINDER;
            case "&" -> Op.AND;
            case "|" -> Op.OR;
            case "^" -> Op.XOR;
            case "<<" -> Op.SHIFT_LEFT;
            case ">>" -> Op.SHIFT_RIGHT;
            case "==" -> Op.EQUAL;
            case "!=" -> Op.NOT_EQUAL;
            case "<" -> Op.LESS;
            case "<=" -> Op.LESS_OR_EQUAL;
            case ">" -> Op.GREATER;
            default -> Op.GREATER_OR_EQUAL;
        };
    }

    Operand join(Position at, String sign, Operand left, Operand right) {
        if (left.isBad() || right.isBad()) {
            return Operand.bad(at);
        }
        if (sign.equals("&&") || sign.equals("||")) {
            return Operand.of(at, Fold.both(sign.equals("&&"), conversions.truth(left), conversions.truth(right)));
        }
        Op op = op(sign);
        if (op.isComparison() && !(left.isNumber() && right.isNumber())) {
            return compare(at, sign, op, left, right);
        }
        Type in = typeOf(at, sign, left, right);
        if (in == null) {
            return Operand.bad(at);
        }
        checkDivisor(right, op, in);
        Type second = op == Op.SHIFT_LEFT || op == Op.SHIFT_RIGHT ? Type.INT : in;
        return Operand.of(at, Fold.binary(op, in, Fold.convert(in, left.value()), Fold.convert(second, right.value())));
    }

    void checkDivisor(Operand right, Op op, Type in) {
        if (in.isWhole()
                && (op == Op.DIVIDE || op == Op.REMAINDER)
                && right.value() instanceof Expr.Whole(Type _, long value)
                && value == 0) {
            report.add(right.at(), Problem.E16, "whole numbers can't be divided by 0");
        }
    }

    /** {@return the type in which two numbers are joined; null if they can't be, which is reported} */
    @Nullable
    Type typeOf(Position at, String sign, Operand left, Operand right) {
        if (left.isBad() || right.isBad()) {
            return null;
        }
        Op op = op(sign);
        boolean isWhole = op.isOfBits() || op == Op.REMAINDER;
        if (!(isWhole ? left.isWhole() && right.isWhole() : left.isNumber() && right.isNumber())) {
            String hint = "";
            if (op == Op.REMAINDER && left.isNumber() && right.isNumber()) {
                hint = "; for others there is fmod(x, y)";
            } else if (op == Op.ADD && left.isText() && right.isText()) {
                hint = "; m_text(s, t) joins texts";
            }
            report.add(
                    at,
                    Problem.E15,
                    "'" + sign + "' is for " + (isWhole ? "whole " : "") + "numbers, but these are "
                            + left.type().describe() + " and " + right.type().describe() + hint);
            return null;
        }
        Type first = left.value().type();
        return op == Op.SHIFT_LEFT || op == Op.SHIFT_RIGHT
                ? first
                : Conversions.common(first, right.value().type());
    }

    private Operand compare(Position at, String sign, Op op, Operand left, Operand right) {
        if (left.isText() && right.isText()) {
            return Operand.of(at, new Expr.Binary(op, Type.TEXT, left.value(), right.value()));
        }
        boolean isEquality = op == Op.EQUAL || op == Op.NOT_EQUAL;
        Operand typed = left.isReference() ? left : right;
        if (isEquality && typed.isReference() && isLike(typed, left) && isLike(typed, right)) {
            Type in = typed.value().type();
            return Operand.of(
                    at, new Expr.Binary(op, in, conversions.to(in, left, "this"), conversions.to(in, right, "this")));
        }
        if (isEquality && left.isNone() && right.isNone()) {
            return Operand.of(at, Fold.truth(op == Op.EQUAL));
        }
        String hint = "";
        if (typed.isReference() && (left.isNumber() || right.isNumber())) {
            hint = "; for no address or id, write 'none'";
        } else if (left.isReference() && right.isReference() && left.type().equals(right.type())) {
            hint = "; these have no order, only == and !=";
        }
        report.add(
                at,
                Problem.E15,
                "'" + sign + "' can't compare " + left.type().describe() + " and "
                        + right.type().describe() + hint);
        return Operand.bad(at);
    }

    private static boolean isLike(Operand typed, Operand other) {
        return other.isNone() || other.type().equals(typed.type());
    }
}
