package org.sojourn.messengers.script;

/** A type of numbers, in scripts and in Java. */
enum Kind {
    CHAR("char", "byte"),
    SHORT("short", "short"),
    INT("int", "int"),
    LONG("long", "long"),
    FLOAT("float", "float"),
    DOUBLE("double", "double");

    final String c;
    final String java;

    Kind(String c, String java) {
        this.c = c;
        this.java = java;
    }

    boolean isWhole() {
        return compareTo(FLOAT) < 0;
    }

    boolean isNarrow() {
        return compareTo(INT) < 0;
    }

    /** {@return in which type this is calculated with} */
    Kind promoted() {
        return isNarrow() ? INT : this;
    }

    /** {@return in which type two numbers meet} */
    Kind with(Kind other) {
        return compareTo(other) < 0 ? other.promoted() : promoted();
    }
}
