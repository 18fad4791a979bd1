package org.sojourn.mapping.fact;

import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;

/**
 * What is known of a value on the stack or in a local variable.
 *
 * @param type its static type; null for a variable that isn't set
 * @param origins where it may have come from
 */
public record Value(@Nullable Type type, Set<Origin> origins) implements org.objectweb.asm.tree.analysis.Value {
    /** More would say nothing. */
    private static final int MOST_ORIGINS = 12;

    static final Value UNSET = new Value(null, Set.of());

    static Value of(Type type, Origin origin) {
        return new Value(type, Set.of(origin));
    }

    @Override
    public int getSize() {
        return type == null ? 1 : type.getSize();
    }

    Value as(Type other) {
        return new Value(other, origins);
    }

    /** What it is if it may be the one or the other. */
    Value or(Value other) {
        if (equals(other)) {
            return this;
        }
        if (type == null || other.type == null || type.getSize() != other.type.getSize()) {
            return UNSET;
        }
        Set<Origin> both = union(origins, other.origins);
        return new Value(type.equals(other.type) ? type : common(type), both.equals(origins) ? origins : both);
    }

    /** Joins of references are Objects; those of numbers keep the first type, which has the same size. */
    private static Type common(Type type) {
        return type.getSort() >= Type.ARRAY ? Type.getObjectType("java/lang/Object") : type;
    }

    static Set<Origin> union(Set<Origin> one, Set<Origin> other) {
        if (one.containsAll(other)) {
            return one;
        }
        Set<Origin> both = new LinkedHashSet<>(one);
        both.addAll(other);
        return both.size() > MOST_ORIGINS ? Set.of(Origin.COMPUTED) : both;
    }

    /** The internal name of the type, or that of Object for what isn't one of a class. */
    public String className() {
        return type != null && type.getSort() == Type.OBJECT ? type.getInternalName() : "java/lang/Object";
    }
}
