package org.sojourn.messengers.run;

import static org.objectweb.asm.Opcodes.*;

import org.sojourn.messengers.form.Type;

/** Instructions that turn one number into another. */
final class Conversion {
    private Conversion() {}

    /** Casts as Java does. */
    static void cast(Code code, Type from, Type to) {
        switch (to) {
            case CHAR -> {
                toInt(code, from);
                if (from != Type.CHAR) {
                    code.op(I2B);
                }
            }
            case SHORT -> {
                toInt(code, from);
                if (from != Type.CHAR && from != Type.SHORT) {
                    code.op(I2S);
                }
            }
            case INT -> toInt(code, from);
            case LONG -> wide(code, from, new int[] {I2L, NOP, F2L, D2L});
            case FLOAT -> wide(code, from, new int[] {I2F, L2F, NOP, D2F});
            case DOUBLE -> wide(code, from, new int[] {I2D, L2D, F2D, NOP});
            case TEXT, NODE, MESSENGER -> {}
        }
    }

    private static void toInt(Code code, Type from) {
        wide(code, from, new int[] {NOP, L2I, F2I, D2I});
    }

    private static void wide(Code code, Type from, int[] opcodes) {
        int opcode = switch (from) {
            case CHAR, SHORT, INT -> opcodes[0];
            case LONG -> opcodes[1];
            case FLOAT -> opcodes[2];
            case DOUBLE -> opcodes[3];
            case TEXT, NODE, MESSENGER -> throw new AssertionError(from);
        };
        if (opcode != NOP) {
            code.op(opcode);
        }
    }

    /** Makes of a number what stands in {@link Storage#numbers}. */
    static void encode(Code code, Type type) {
        switch (type) {
            case CHAR, SHORT, INT -> code.op(I2L);
            case FLOAT -> {
                code.invokeStatic(Float.class, "floatToRawIntBits", int.class, float.class);
                code.op(I2L);
            }
            case DOUBLE -> code.invokeStatic(Double.class, "doubleToRawLongBits", long.class, double.class);
            case LONG, TEXT, NODE, MESSENGER -> {}
        }
    }

    /** The reverse of {@link #encode}. */
    static void decode(Code code, Type type) {
        switch (type) {
            case CHAR, SHORT, INT -> code.op(L2I);
            case FLOAT -> {
                code.op(L2I);
                code.invokeStatic(Float.class, "intBitsToFloat", float.class, int.class);
            }
            case DOUBLE -> code.invokeStatic(Double.class, "longBitsToDouble", double.class, long.class);
            case LONG, TEXT, NODE, MESSENGER -> {}
        }
    }
}
