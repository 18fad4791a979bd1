package org.sojourn.messengers.script;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sojourn.messengers.form.Expr;
import org.sojourn.messengers.form.Limits;
import org.sojourn.messengers.form.Step;
import org.sojourn.messengers.form.Type;

/** What stores the first values of a variable: with braces inside of braces or without, as C has it. */
final class Initialisers {
    private final Unit unit;
    private final TermChecks terms;
    private final List<Expr> stores = new ArrayList<>();
    private long stored;

    private Initialisers(Unit unit, TermChecks terms) {
        this.unit = unit;
        this.terms = terms;
    }

    /** {@return what is to be evaluated, in this order} */
    static List<Expr> of(Unit unit, TermChecks terms, Place place, TypeName.Initialiser initialiser, boolean isZero) {
        Initialisers its = new Initialisers(unit, terms);
        its.whole(place, initialiser);
        List<Expr> all = new ArrayList<>();
        if (its.stored < scalars(place.type()) && !isZero) {
            all.addAll(zeros(unit, initialiser.at().line(), place));
        }
        all.addAll(its.stores);
        return all;
    }

    /** {@return what sets all of a variable to zero or none} */
    static List<Expr> zeros(Unit unit, int line, Place place) {
        return place.parts().stream().map(part -> zero(unit, line, part)).toList();
    }

    private static Expr zero(Unit unit, int line, Place.Part part) {
        if (part.length() == 0) {
            return new Expr.Set(part.slot(), part.type().read(), Fold.zero(part.type()));
        }
        Step step = new Step.Clear(line, part.span());
        return unit.result(new Operation.Does(step, List.of(), false, new Expr.Whole(Type.INT, 0)), Type.INT);
    }

    private static long scalars(CType type) {
        return switch (type) {
            case CType.Scalar _ -> 1;
            case CType.Array array -> array.length() * scalars(array.element());
            case CType.Struct struct ->
                struct.fields().values().stream()
                        .mapToLong(Initialisers::scalars)
                        .sum();
            case CType.Other _ -> 0;
        };
    }

    private void whole(Place place, TypeName.Initialiser initialiser) {
        switch (initialiser) {
            case TypeName.One(Term value) -> one(place, terms.check(value));
            case TypeName.Many many -> list(place, many);
        }
    }

    private void one(Place place, Operand value) {
        if (value.isBad() || place.type() == CType.Other.BAD) {
            stored += scalars(place.type());
            return;
        }
        if (place.type() instanceof CType.Array array) {
            if (array.isText() && value.isText()) {
                text(place, array, value);
            } else {
                unit.report.add(
                        value.at(),
                        Problem.E15,
                        array.isText()
                                ? "an array of char begins with a text, or with a list in braces"
                                : "an array begins with a list in braces: {1, 2, 3}");
            }
            stored += scalars(array);
            return;
        }
        stored += scalars(place.type());
        stores.add(terms.store(value.at(), Operand.of(value.at(), variable(place)), value)
                .value());
    }

    /** A constant is assigned to once: here. */
    private static Place variable(Place place) {
        return new Place(place.scope(), place.leaf(), place.type(), place.indices(), false);
    }

    private void text(Place place, CType.Array array, Operand value) {
        if (value.value() instanceof Expr.Text(String text)) {
            int bytes = text.getBytes(StandardCharsets.UTF_8).length;
            if (bytes > array.length()) {
                unit.report.add(
                        value.at(),
                        Problem.E15,
                        "this text has " + bytes + " bytes, and the array only " + array.length() + ": make it longer");
            }
        }
        Step step = new Step.SetText(value.at().line(), place.part().span(), value.value());
        stores.add(unit.result(new Operation.Does(step, List.of(), false, new Expr.Whole(Type.INT, 0)), Type.INT));
    }

    private void list(Place place, TypeName.Many many) {
        CType type = place.type();
        if (type instanceof CType.Scalar) {
            if (many.values().size() == 1 && many.values().getFirst() instanceof TypeName.One single) {
                whole(place, single);
            } else {
                unit.report.add(many.at(), Problem.E15, "one value is wanted here, not a list");
            }
            return;
        }
        Values values = new Values(many.values());
        if (type instanceof CType.Array array
                && array.isText()
                && many.values().size() == 1
                && values.text() instanceof Operand text) {
            one(place, text);
            return;
        }
        inner(place, values);
        if (!values.left.isEmpty() && type != CType.Other.BAD) {
            unit.report.add(
                    values.left.getFirst().at(),
                    Problem.E15,
                    "there are more values than " + type.describe() + " has room for");
        }
    }

    /** Values that are still to be stored; the first of them may have been checked already. */
    private final class Values {
        private final Deque<TypeName.Initialiser> left;
        private @Nullable Operand checked;

        Values(List<TypeName.Initialiser> values) {
            this.left = new ArrayDeque<>(values);
        }

        /** {@return the first value, if it is no list; it stays the first} */
        @Nullable
        Operand first() {
            if (checked == null && left.peekFirst() instanceof TypeName.One(Term value)) {
                checked = terms.check(value);
            }
            return checked;
        }

        @Nullable
        Operand text() {
            Operand first = first();
            return first != null && first.isText() ? first : null;
        }

        TypeName.Initialiser take() {
            checked = null;
            return left.removeFirst();
        }
    }

    /** Stores in the elements or fields as many values as there are and as they need. */
    private void inner(Place place, Values values) {
        switch (place.type()) {
            case CType.Array array -> {
                for (int i = 0; i < array.length() && !values.left.isEmpty(); i++) {
                    next(place.index(new Expr.Whole(Type.INT, i)), values);
                }
            }
            case CType.Struct struct -> {
                for (String field : struct.fields().keySet()) {
                    if (!values.left.isEmpty()) {
                        next(place.member(field), values);
                    }
                }
            }
            default -> values.left.clear();
        }
    }

    private void next(Place place, Values values) {
        if (stores.size() > Limits.STEPS) {
            values.left.clear();
            return;
        }
        Operand first = values.first();
        if (first == null) {
            whole(place, values.take());
            return;
        }
        boolean isWhole = switch (place.type()) {
            case CType.Array array -> array.isText() && first.isText();
            case CType.Struct struct -> struct.equals(first.type()) || first.isBad();
            default -> true;
        };
        if (isWhole) {
            values.take();
            one(place, first);
        } else {
            inner(place, values);
        }
    }
}
