package org.sojourn.messengers.script;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.sojourn.messengers.form.Limits;
import org.sojourn.messengers.form.Type;

/** A type of the language, as opposed to what it is in a form. */
sealed interface CType {
    /** {@return how it is called in sentences} */
    String describe();

    /** {@return how many variables of a form it becomes} */
    long leaves();

    /** {@return how many bytes it counts for} */
    long bytes();

    /** A number, an address or an id. */
    record Scalar(Type type) implements CType {
        @Override
        public String describe() {
            return switch (type) {
                case NODE -> "node_t";
                case MESSENGER -> "messenger_t";
                default -> type.name().toLowerCase(Locale.ROOT);
            };
        }

        @Override
        public long leaves() {
            return 1;
        }

        @Override
        public long bytes() {
            return Limits.bytes(type);
        }
    }

    /** An array. */
    record Array(CType element, int length) implements CType {
        @Override
        public String describe() {
            CType inner = element;
            StringBuilder extents = new StringBuilder("[" + length + "]");
            while (inner instanceof Array(CType its, int more)) {
                extents.append('[').append(more).append(']');
                inner = its;
            }
            return inner.describe() + extents;
        }

        @Override
        public long leaves() {
            return element.leaves();
        }

        @Override
        public long bytes() {
            return Math.min(Integer.MAX_VALUE, element.bytes() * length);
        }

        /** {@return whether it holds a text} */
        boolean isText() {
            return element.equals(CHAR);
        }

        /** {@return what it is of, once all arrays are taken away} */
        CType innermost() {
            return element instanceof Array inner ? inner.innermost() : element;
        }

        /** {@return how many innermost elements it has} */
        int count() {
            return element instanceof Array inner ? length * inner.count() : length;
        }
    }

    /** A struct. Each definition is a type of its own. */
    final class Struct implements CType {
        private final String name;
        private final Map<String, CType> fields = new LinkedHashMap<>();
        private boolean isComplete;
        private long leaves;
        private long bytes;
        private int depth = 1;

        Struct(String name) {
            this.name = name;
        }

        void add(String field, CType type) {
            fields.put(field, type);
            CType inner = type instanceof Array array ? array.innermost() : type;
            if (inner instanceof Struct struct) {
                depth = Math.max(depth, struct.depth + 1);
            }
            leaves = Math.min(Integer.MAX_VALUE, leaves + type.leaves());
            bytes = Math.min(Integer.MAX_VALUE, bytes + type.bytes());
        }

        void complete() {
            isComplete = true;
        }

        /** {@return how many structs are one in the other} */
        int depth() {
            return depth;
        }

        boolean isComplete() {
            return isComplete;
        }

        Map<String, CType> fields() {
            return fields;
        }

        /** {@return how many variables come before those of a field} */
        int leavesBefore(String field) {
            long before = 0;
            for (Map.Entry<String, CType> each : fields.entrySet()) {
                if (each.getKey().equals(field)) {
                    break;
                }
                before += each.getValue().leaves();
            }
            return (int) before;
        }

        @Override
        public String describe() {
            return name;
        }

        @Override
        public long leaves() {
            return leaves;
        }

        @Override
        public long bytes() {
            return bytes;
        }
    }

    /** What no variable is of. */
    enum Other implements CType {
        VOID("nothing"),
        TEXT("a text"),
        NONE("none"),
        /** Of what is wrong and has been reported: fits everywhere. */
        BAD("something wrong");

        private final String description;

        Other(String description) {
            this.description = description;
        }

        @Override
        public String describe() {
            return description;
        }

        @Override
        public long leaves() {
            return 0;
        }

        @Override
        public long bytes() {
            return 0;
        }
    }

    CType CHAR = new Scalar(Type.CHAR);
    CType INT = new Scalar(Type.INT);
    CType DOUBLE = new Scalar(Type.DOUBLE);

    /** {@return the type of a form's values} */
    static CType of(Type type) {
        return type == Type.TEXT ? Other.TEXT : new Scalar(type);
    }

    /** A variable of a form that a variable of a script becomes. */
    record Leaf(String name, Type type, int length) {}

    /** {@return the variables that one of a type becomes} */
    static List<Leaf> leaves(String name, CType type) {
        List<Leaf> leaves = new ArrayList<>();
        collect(name, type, 0, leaves);
        return leaves;
    }

    private static void collect(String name, CType type, int length, List<Leaf> leaves) {
        switch (type) {
            case Scalar(Type its) -> leaves.add(new Leaf(name, its, length));
            case Array array -> collect(name, array.innermost(), Math.max(1, length) * array.count(), leaves);
            case Struct struct ->
                struct.fields().forEach((field, its) -> collect(name + "." + field, its, length, leaves));
            case Other _ -> {}
        }
    }
}
