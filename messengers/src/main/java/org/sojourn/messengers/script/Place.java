package org.sojourn.messengers.script;

import java.util.ArrayList;
import java.util.List;
import org.sojourn.messengers.form.Expr;
import org.sojourn.messengers.form.Scope;
import org.sojourn.messengers.form.Slot;
import org.sojourn.messengers.form.Span;
import org.sojourn.messengers.form.Type;

/**
 * A variable, or what an index or a field takes out of it.
 *
 * @param leaf the number of the first of the form's variables that it is of
 * @param indices those that have been applied
 * @param isConstant whether it may not be assigned to
 */
record Place(Scope scope, int leaf, CType type, List<Slot.Index> indices, boolean isConstant) {
    Place {
        indices = List.copyOf(indices);
    }

    /** {@return one element of an array} */
    Place index(Expr at) {
        CType.Array array = (CType.Array) type;
        List<Slot.Index> more = new ArrayList<>(indices);
        more.add(new Slot.Index(at, array.length()));
        return new Place(scope, leaf, array.element(), more, isConstant);
    }

    /** {@return one field of a struct} */
    Place member(String field) {
        CType.Struct struct = (CType.Struct) type;
        CType its = struct.fields().getOrDefault(field, CType.Other.BAD);
        return new Place(scope, leaf + struct.leavesBefore(field), its, indices, isConstant);
    }

    /** {@return the same with other indices of the same extents} */
    Place with(List<Expr> at) {
        List<Slot.Index> others = new ArrayList<>();
        for (int i = 0; i < indices.size(); i++) {
            others.add(new Slot.Index(at.get(i), indices.get(i).extent()));
        }
        return new Place(scope, leaf, type, others, isConstant);
    }

    /**
     * A scalar or a span of the form that a place is, or is made of.
     *
     * @param length 0 for a scalar
     */
    record Part(Scope scope, int variable, List<Slot.Index> indices, Type type, int length) {
        Slot slot() {
            return new Slot(scope, variable, indices);
        }

        Span span() {
            return new Span(scope, variable, indices, 0, length);
        }
    }

    /** {@return what it is made of: one part if it is no struct and has none} */
    List<Part> parts() {
        List<Part> parts = new ArrayList<>();
        for (CType.Leaf each : CType.leaves("", type)) {
            parts.add(new Part(scope, leaf + parts.size(), indices, each.type(), each.length()));
        }
        return parts;
    }

    /** {@return its one part} */
    Part part() {
        return parts().getFirst();
    }
}
