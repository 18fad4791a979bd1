package org.sojourn.kernel.port;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Tells which frames of a stack are the program's: those that belong neither to the JDK, nor to this library, nor to
 * its serialisers. The program's own libraries count as the program.
 */
public final class ProgramCode {
    private static final String CODEC = "org.sojourn.net.codec.";

    private static final List<String> OTHERS = List.of(
            "java.",
            "javax.",
            "jdk.",
            "sun.",
            "com.sun.",
            "org.apache.fory.",
            "com.esotericsoftware.",
            "org.objenesis.",
            "org.sojourn.kernel.",
            CODEC,
            "org.sojourn.selectors.");

    /** A method that javac adds to classes with lambdas that travel. What it refuses isn't the program's refusal. */
    private static final String LAMBDAS = "$deserializeLambda$";

    private ProgramCode() {}

    public static boolean isIn(StackTraceElement frame) {
        return OTHERS.stream().noneMatch(frame.getClassName()::startsWith)
                && !frame.getMethodName().equals(LAMBDAS);
    }

    /**
     * {@return the frame of the program that the codec, or a library of the codec's, has called; null if the codec is
     * further in, or isn't on the stack} Stacks have the innermost frame first.
     */
    public static @Nullable StackTraceElement calledByCodec(StackTraceElement[] stack) {
        StackTraceElement called = null;
        for (StackTraceElement frame : stack) {
            if (frame.getClassName().startsWith(CODEC)) {
                return called;
            }
            if (isIn(frame)) {
                called = frame;
            }
        }
        return null;
    }

    public static boolean isUnderCodec(StackTraceElement[] stack) {
        return Stream.of(stack).anyMatch(frame -> frame.getClassName().startsWith(CODEC));
    }

    /** {@return whether a frame of the codec comes before any of the program's} */
    public static boolean isInCodec(StackTraceElement[] stack) {
        for (StackTraceElement frame : stack) {
            if (frame.getClassName().startsWith(CODEC)) {
                return true;
            }
            if (isIn(frame)) {
                return false;
            }
        }
        return false;
    }

    /** {@return a frame as people point at a line: {@code Key.hashCode (Key.java:7)}} */
    public static String line(StackTraceElement frame) {
        String type = frame.getClassName();
        String file = frame.getFileName();
        return type.substring(type.lastIndexOf('.') + 1) + "." + frame.getMethodName() + " ("
                + (file == null ? "unknown source" : file + ":" + frame.getLineNumber()) + ")";
    }
}
