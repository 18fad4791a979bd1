package org.sojourn.kernel.port;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Tells which frames of a stack are the program's: those of neither the JDK, nor this library, nor the serialisers that it uses.
 * What a library of the program does is the program's.
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

    /** A method of javac's, in classes with lambdas that travel: what it refuses isn't the program's refusal. */
    private static final String LAMBDAS = "$deserializeLambda$";

    private ProgramCode() {}

    /**
     * Returns whether a frame is the program's.
     *
     * @param frame the frame
     * @return whether its class is of no package that is known to be another's
     */
    public static boolean isIn(StackTraceElement frame) {
        String type = frame.getClassName();
        for (String other : OTHERS) {
            if (type.startsWith(other)) {
                return false;
            }
        }
        return !frame.getMethodName().equals(LAMBDAS);
    }

    /**
     * Finds the program's code that a stack is in, as called by the codec.
     *
     * @param stack the innermost frame first
     * @return the frame that the codec, or a library for it, has called; null if the codec is further in, or isn't on the stack
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

    /**
     * Returns whether a stack is of something that the codec does.
     *
     * @param stack the innermost frame first
     * @return whether any frame is the codec's
     */
    public static boolean isUnderCodec(StackTraceElement[] stack) {
        return Stream.of(stack).anyMatch(frame -> frame.getClassName().startsWith(CODEC));
    }

    /**
     * Returns whether a stack is in the codec, or in what the codec calls, and not in the program's code.
     *
     * @param stack the innermost frame first
     * @return whether one of the codec's frames comes before any of the program's
     */
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

    /**
     * Writes a frame as people point at a line.
     *
     * @param frame the frame
     * @return as {@code Key.hashCode (Key.java:7)}
     */
    public static String line(StackTraceElement frame) {
        String type = frame.getClassName();
        String file = frame.getFileName();
        return type.substring(type.lastIndexOf('.') + 1) + "." + frame.getMethodName() + " ("
                + (file == null ? "unknown source" : file + ":" + frame.getLineNumber()) + ")";
    }
}
