package org.sojourn.messengers.run;

import org.objectweb.asm.Type;

/** What types of scripts are to the JVM. */
final class Jvm {
    static final Type OBJECT = Type.getType(Object.class);
    static final Type OBJECTS = Type.getType(Object[].class);
    static final Type STRING = Type.getType(String.class);
    static final Type LONGS = Type.getType(long[].class);
    static final Type INTS = Type.getType(int[].class);

    private Jvm() {}

    /** {@return of what type a value is on the stack and in a local} */
    static Type value(org.sojourn.messengers.form.Type type) {
        return switch (type) {
            case CHAR, SHORT, INT -> Type.INT_TYPE;
            case LONG -> Type.LONG_TYPE;
            case FLOAT -> Type.FLOAT_TYPE;
            case DOUBLE -> Type.DOUBLE_TYPE;
            case TEXT -> STRING;
            case NODE, MESSENGER -> OBJECT;
        };
    }

    /** {@return of what type an array's elements are} */
    static Type element(org.sojourn.messengers.form.Type type) {
        return switch (type) {
            case CHAR -> Type.BYTE_TYPE;
            case SHORT -> Type.SHORT_TYPE;
            default -> value(type);
        };
    }

    static Type array(org.sojourn.messengers.form.Type type) {
        return Type.getType("[" + element(type).getDescriptor());
    }

    static Type boxed(org.sojourn.messengers.form.Type type) {
        return switch (type) {
            case CHAR, SHORT, INT -> Type.getType(Integer.class);
            case LONG -> Type.getType(Long.class);
            case FLOAT -> Type.getType(Float.class);
            case DOUBLE -> Type.getType(Double.class);
            case TEXT -> STRING;
            case NODE, MESSENGER -> OBJECT;
        };
    }
}
