package org.sojourn.messengers.script;

import org.jspecify.annotations.Nullable;
import org.sojourn.messengers.form.Expr;
import org.sojourn.messengers.form.Type;

/**
 * A term that has been checked.
 *
 * @param value what gives its value; of what has none, such as a struct, it means nothing
 * @param place where it is stored, if it is
 */
record Operand(
        Position at, CType type, Expr value, @Nullable Place place) {
    private static final Expr NOTHING = new Expr.Whole(Type.INT, 0);

    static Operand of(Position at, CType type, Expr value) {
        return new Operand(at, type, value, null);
    }

    static Operand of(Position at, Expr value) {
        return new Operand(at, CType.of(value.type()), value, null);
    }

    static Operand bad(Position at) {
        return new Operand(at, CType.Other.BAD, NOTHING, null);
    }

    /** What stands at a place. */
    static Operand of(Position at, Place place) {
        Expr value = NOTHING;
        if (place.type() instanceof CType.Scalar(Type type)) {
            value = new Expr.Get(place.part().slot(), type.read());
        } else if (place.type() instanceof CType.Array array && array.isText()) {
            value = new Expr.TextOf(place.part().span());
        }
        return new Operand(at, place.type(), value, place);
    }

    boolean isBad() {
        return type == CType.Other.BAD;
    }

    boolean isNumber() {
        return type instanceof CType.Scalar(Type its) && its.isNumber();
    }

    boolean isWhole() {
        return type instanceof CType.Scalar(Type its) && its.isWhole();
    }

    boolean isText() {
        return type == CType.Other.TEXT || type instanceof CType.Array array && array.isText();
    }

    boolean isNone() {
        return type == CType.Other.NONE;
    }

    /** {@return whether it is an address or an id} */
    boolean isReference() {
        return type instanceof CType.Scalar(Type its) && !its.isNumber();
    }
}
