package org.sojourn.messengers.script;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A type as it was written. */
sealed interface TypeName {
    Position at();

    /** {@code long int} and the like. */
    record Words(Position at, List<String> words) implements TypeName {}

    /** Has a tag, or fields, or both. */
    record Struct(
            Position at,
            boolean isUnion,
            @Nullable String tag,
            @Nullable List<Fields> fields) implements TypeName {}

    /** Has a tag, or constants, or both. */
    record Enumeration(
            Position at, @Nullable String tag, @Nullable List<Enumerator> constants) implements TypeName {}

    /** Fields of one type. */
    record Fields(TypeName type, List<Declarator> names) {}

    /** A constant of an enumeration. */
    record Enumerator(Position at, String name, @Nullable Term value) {}

    /** What is declared with a type. */
    record Declarator(
            Position at,
            String name,
            boolean isPointer,
            List<Extent> extents,
            @Nullable Initialiser initialiser) {}

    /** How many elements; without a number if the initialiser tells. */
    record Extent(Position at, @Nullable Term length) {}

    /** What a variable is at first. */
    sealed interface Initialiser {
        Position at();
    }

    /** One value. */
    record One(Term value) implements Initialiser {
        @Override
        public Position at() {
            return value.at();
        }
    }

    /** A list in braces. */
    record Many(Position at, List<Initialiser> values) implements Initialiser {}
}
