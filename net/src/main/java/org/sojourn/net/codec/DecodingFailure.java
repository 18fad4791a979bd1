package org.sojourn.net.codec;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.MalformedException;
import org.sojourn.kernel.port.ProgramCode;
import org.sojourn.kernel.port.UndecodableException;
import org.sojourn.kernel.port.Words;

/**
 * Whose fault it is that a value can't be rebuilt.
 *
 * <p><b>Two failures.</b> Bytes that no encoder could have made say that the peer is broken or hostile: its link ends. Code of the
 * program that fails while it rebuilds what the bytes say rightly is the program's fault: the value is lost, and nothing else. Hostile bytes
 * can have the program's code fail too, by values that it would never have made. Nothing is lost by it if they then cost
 * that value alone, as long as the engine isn't used again.
 *
 * <p><b>How they are told apart.</b> The libraries call the program's code from many places, most of them within the JDK's
 * collections, and wrap what it throws or not. But what is thrown tells where: if there is a frame of the program further in
 * than the innermost of the codec's, it is the program's. Substitutes are called by the codec itself, which says so.
 *
 * <p><b>What has no such frame</b>, and comes from right bytes all the same, counts as the program's too:
 *
 * <ul>
 *   <li>A {@link LinkageError}: the class is one that may travel and can't be used here. The JVM tells why only once.
 *   <li>A {@link StackOverflowError}: the nesting of the bytes is bounded, that of {@code hashCode} isn't, and the trace doesn't reach
 *       down to its caller.
 *   <li>What has a trace without any frame of the codec's, or none: the program has made it before, or without; and the JVM
 *       leaves it out where the same is thrown often.
 *   <li>An element that {@code Set.of} or {@code Map.of} takes for another: mutable ones may have become equal since.
 * </ul>
 *
 * <p>Memory that doesn't suffice is taken for the bytes' fault, which may have claimed too much, unless code of the program asked for it.
 */
final class DecodingFailure {
    /** So many causes of causes are looked at. */
    private static final int CAUSES = 32;

    /** A trace of this length may be cut off before it reaches the codec. */
    private static final int CUT_OFF = 1000;

    /** What the JVM says of a class each time after its static initialiser has failed. */
    private static final String UNUSABLE = "Could not initialize class ";

    private static final String IMMUTABLE = "java.util.ImmutableCollections";

    private DecodingFailure() {}

    /**
     * Judges what came out of an engine.
     *
     * @param failure what was thrown
     * @param length of the value, in bytes
     * @return an {@link UndecodableException} or a {@link MalformedException}
     */
    static RuntimeException of(Throwable failure, int length) {
        if (failure instanceof MalformedException known) {
            return known;
        }
        List<Throwable> chain = causes(failure);
        for (Throwable each : chain) {
            if (each instanceof UndecodableException known) {
                return known;
            }
            StackTraceElement code = codeOf(each);
            if (code != null) {
                return undecodable(code.getClassName(), " at " + ProgramCode.line(code), each, length, failure);
            }
        }
        for (Throwable each : chain) {
            if (isOfProgram(each)) {
                return undecodable(typeOf(each), "", each, length, failure);
            }
        }
        return new MalformedException(
                "a value of " + length + " bytes can't be decoded: " + describe(failure), failure);
    }

    private static List<Throwable> causes(Throwable failure) {
        List<Throwable> chain = new ArrayList<>();
        for (Throwable each = failure; each != null && chain.size() < CAUSES; each = each.getCause()) {
            chain.add(each);
        }
        return chain;
    }

    private static String typeOf(Throwable thrown) {
        String text = Words.message(thrown);
        return text.startsWith(UNUSABLE) ? Shapes.brief(text.substring(UNUSABLE.length())) : "a class of the program";
    }

    /** Wraps what a function of the program has thrown. */
    static UndecodableException ofFunction(String type, Throwable failure) {
        return new UndecodableException(
                type, "an object of " + type + " can't be rebuilt: its substitute threw " + describe(failure), failure);
    }

    private static UndecodableException undecodable(
            String type, String where, Throwable thrown, int length, Throwable all) {
        return new UndecodableException(
                type,
                "a value of " + length + " bytes can't be rebuilt: code of " + Shapes.brief(type) + where + " threw "
                        + describe(thrown) + path(all),
                thrown);
    }

    private static @Nullable StackTraceElement codeOf(Throwable thrown) {
        StackTraceElement[] stack = thrown.getStackTrace();
        StackTraceElement called = ProgramCode.calledByCodec(stack);
        return called == null && thrown instanceof StackOverflowError
                ? Stream.of(stack).filter(ProgramCode::isIn).findFirst().orElse(null)
                : called;
    }

    private static boolean isOfProgram(Throwable thrown) {
        StackTraceElement[] stack = thrown.getStackTrace();
        if (thrown instanceof OutOfMemoryError) {
            return false;
        }
        return thrown instanceof LinkageError
                || thrown instanceof StackOverflowError
                || stack.length < CUT_OFF && !ProgramCode.isUnderCodec(stack)
                || thrown instanceof IllegalArgumentException
                        && stack[0].getClassName().startsWith(IMMUTABLE);
    }

    /** Kryo says by which fields it came there. */
    private static String path(Throwable failure) {
        String text = Words.message(failure);
        int trace = text.indexOf("Serialization trace:");
        if (trace < 0) {
            return "";
        }
        String[] fields = text.substring(trace).split("\n");
        StringBuilder path = new StringBuilder(", in");
        for (int i = fields.length - 1; i > 0; i--) {
            path.append(' ').append(fields[i].trim());
        }
        return Shapes.brief(path.toString());
    }

    private static String describe(Throwable failure) {
        return Shapes.brief(Words.of(failure).replaceAll("\\s+", " "));
    }
}
