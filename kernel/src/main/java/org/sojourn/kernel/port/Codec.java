package org.sojourn.kernel.port;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Turns messages, factories and tasks into bytes and back.
 *
 * <p><b>Which classes may travel.</b> Deny by default: a class is looked up only after its name was allowed, so no
 * frame can make the static initialiser of another class run. The sender keeps to the same rule: a value that may not
 * or can't travel is refused at once.
 *
 * <p><b>Class numbers.</b> A codec numbers the classes that it encodes, and the bytes carry only numbers. The kernel
 * tells each peer the name of a number once, before the first bytes that use it.
 *
 * <p>Any number of threads may encode and call {@link #className}.
 */
public interface Codec {
    /**
     * Encodes a snapshot of a value.
     *
     * @param value a message, a factory or a task; may contain {@linkplain Reference references}
     * @throws UnencodableException if something in it may not or can't travel; names the path to it
     */
    Encoded encode(Object value);

    /**
     * Encodes a part that moves. Its body, of a class that otherwise never travels, may stand anywhere in the value,
     * any number of times, and comes out as one object.
     *
     * @param value holds the body and what moves with it
     * @throws UnencodableException if something in it may not or can't travel; names the path to it
     */
    Encoded encodePart(Object value, Object body);

    /** {@return whether an exception of this class arrives as one of it, and not as another one that only describes it} */
    boolean keeps(Class<? extends Throwable> type);

    /**
     * Refuses an exception in a variable of code that is to go on elsewhere, if it would arrive as one of another class: other handlers would catch that.
     *
     * @param variables their values
     * @param holders the methods whose variables they are, in the same order
     * @throws UnencodableException names the method, and the exception with its message
     */
    default void requireKept(List<? extends @Nullable Object> variables, List<String> holders) {
        for (int i = 0; i < holders.size(); i++) {
            if (variables.get(i) instanceof Throwable failure && !keeps(failure.getClass())) {
                throw new UnencodableException(
                        "a variable of " + holders.get(i) + " holds an exception that would arrive"
                                + " as one of another class, which other handlers catch (" + Words.of(failure)
                                + "); allow its package, or leave the catch or finally block first");
            }
        }
    }

    /** {@return the binary name of the class to which {@link #encode} has given a number} */
    String className(int number);

    /** {@return the receiving side for one peer, which knows no class numbers yet} */
    Inbound inbound(Reference.Resolver resolver);

    /** The receiving side for one peer. For one thread at a time. */
    interface Inbound {
        /**
         * Takes the peer's name for a class number, once per link. To repeat a definition changes nothing. A class that may travel and
         * doesn't exist here is no mistake of the peer's: values of it are undecodable.
         *
         * @param number the peer's number for it, 0 or more
         * @param name the binary name
         * @throws MalformedException if the class isn't allowed (then it isn't looked up), or if the number is out of
         *     bounds or was defined otherwise
         */
        void define(int number, String name);

        /**
         * Decodes a value.
         *
         * @throws MalformedException if {@link Codec#encode} could not have made these bytes
         * @throws UndecodableException if code of the program has failed while the value was rebuilt
         */
        Object decode(byte[] bytes, int offset, int length);

        /**
         * Decodes a part that has moved. No constructor of its class is called.
         *
         * @throws MalformedException if {@link Codec#encodePart} could not have made these bytes
         * @throws UndecodableException if code of the program has failed while the value was rebuilt
         */
        Object decodePart(byte[] bytes, int offset, int length);
    }
}
