package org.sojourn.messengers.form;

import java.util.List;

/**
 * What gives a value. Operands are evaluated from left to right, and have the types that are said; nothing is converted but by {@link
 * Convert}. A truth value is an {@link Type#INT}: 0 is false.
 */
public sealed interface Expr {
    /** {@return of what type the value is: never {@link Type#CHAR} or {@link Type#SHORT}} */
    Type type();

    /** {@return the expressions that are directly inside of this one, in the order in which they are evaluated} */
    default List<Expr> parts() {
        return Parts.of(this);
    }

    /** A whole number: {@link Type#INT} or {@link Type#LONG}. */
    record Whole(Type type, long value) implements Expr {}

    /** A number with a fraction: {@link Type#FLOAT} or {@link Type#DOUBLE}. NaN is canonical. */
    record Fraction(Type type, double value) implements Expr {}

    /** A text that stands in the script. */
    record Text(String value) implements Expr {
        @Override
        public Type type() {
            return Type.TEXT;
        }
    }

    /** No node, or no messenger. */
    record None(Type type) implements Expr {}

    /** Reads a variable. {@code type} is what its stored type {@linkplain Type#read reads} as. */
    record Get(Slot slot, Type type) implements Expr {}

    /** Stores a value of the type that the variable {@linkplain Type#read reads} as. Its value is what has been stored. */
    record Set(Slot slot, Type type, Expr value) implements Expr {}

    /**
     * Joins what is stored with something, and stores that: {@code +=}, {@code ++}. The slot's indices are evaluated once, before the
     * operand. What is stored is converted to {@code in}, joined there, and converted back.
     *
     * @param type what the variable reads as
     * @param in the type that {@code op} works in, to which {@code operand} has been converted already (shifts: an int)
     * @param isOld whether its value is what was there before; else what has been stored
     */
    record Update(Slot slot, Type type, Op op, Type in, Expr operand, boolean isOld) implements Expr {}

    /** Reads a span of characters as a text. */
    record TextOf(Span span) implements Expr {
        @Override
        public Type type() {
            return Type.TEXT;
        }
    }

    /** Values as one text, as {@link Step.Print} prints them. */
    record Joined(List<Expr> values) implements Expr {
        public Joined {
            values = List.copyOf(values);
        }

        @Override
        public Type type() {
            return Type.TEXT;
        }
    }

    /** What the network says of where the messenger is. */
    enum Known {
        /** {@code $node}: the node's name; empty if it has none. */
        NODE(Type.TEXT),
        /** {@code $address}: the node's address. */
        ADDRESS(Type.NODE),
        /** {@code $physical}: the name of the place. */
        PHYSICAL(Type.TEXT),
        /** {@code $link}: the name of the link that it came by; empty if it has none, or if it came by none. */
        LINK(Type.TEXT),
        /** {@code $weight}: that link's weight; NaN if it has none. */
        WEIGHT(Type.DOUBLE),
        /** {@code $last}: the node that it came from; none if it was injected where it is. */
        LAST(Type.NODE),
        /** {@code $self}: which messenger it is. */
        SELF(Type.MESSENGER),
        /** {@code $status}: how the last {@code exec} that was waited for has ended; 0 before. */
        STATUS(Type.INT);

        private final Type type;

        Known(Type type) {
            this.type = type;
        }

        /** {@return of what type it is} */
        public Type type() {
            return type;
        }
    }

    /** A network variable. */
    record Network(Known what) implements Expr {
        @Override
        public Type type() {
            return what.type();
        }
    }

    /**
     * 1 if the injection has given a value to a parameter of the script, by its number, and the messenger hasn't stopped since; else 0. A
     * script looks at it before it gives a parameter its first value.
     */
    record Given(int parameter) implements Expr {
        @Override
        public Type type() {
            return Type.INT;
        }
    }

    /** The negative of a number. */
    record Negate(Type type, Expr of) implements Expr {}

    /** The complement of a whole number's bits. */
    record Complement(Type type, Expr of) implements Expr {}

    /** 1 if an {@link Type#INT} is 0, else 0. */
    record Not(Expr of) implements Expr {
        @Override
        public Type type() {
            return Type.INT;
        }
    }

    /**
     * Two values joined. {@code in} is the type of both (of the left one for shifts). Texts, nodes and messengers can only be compared,
     * by {@link Op#EQUAL} and {@link Op#NOT_EQUAL}; texts also by order, that of their code points.
     */
    record Binary(Op op, Type in, Expr left, Expr right) implements Expr {
        @Override
        public Type type() {
            return op.isComparison() ? Type.INT : in;
        }
    }

    /** {@code &&} or {@code ||}: the right side is evaluated only if the left one doesn't decide. 1 or 0. */
    record Both(boolean isAnd, Expr left, Expr right) implements Expr {
        @Override
        public Type type() {
            return Type.INT;
        }
    }

    /** {@code condition ? yes : no}, of which one is evaluated. */
    record Choice(Type type, Expr condition, Expr yes, Expr no) implements Expr {}

    /** Evaluates one thing and then another, whose value it has. */
    record Then(Expr first, Expr second) implements Expr {
        @Override
        public Type type() {
            return second.type();
        }
    }

    /** A number of one type as another one, as Java casts it; also from an int to {@link Type#CHAR} or {@link Type#SHORT} and back. */
    record Convert(Type narrow, Expr of) implements Expr {
        @Override
        public Type type() {
            return narrow.read();
        }
    }

    /** Calls a routine of this form. The value of one that has no result is an {@link Type#INT}, 0. */
    record Call(int routine, Type type, List<Expr> arguments) implements Expr {
        public Call {
            arguments = List.copyOf(arguments);
        }
    }

    /** Calls what is built in. */
    record Library(Builtin what, List<Expr> arguments) implements Expr {
        public Library {
            arguments = List.copyOf(arguments);
        }

        @Override
        public Type type() {
            return what.type();
        }
    }

    /**
     * The value that the last scheduling point has left, by number: what a function returned, a messenger's id, a received message. A
     * fault if there is none of that type.
     */
    record Result(int number, Type type) implements Expr {}
}
