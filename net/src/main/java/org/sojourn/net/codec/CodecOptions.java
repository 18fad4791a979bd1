package org.sojourn.net.codec;

import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.sojourn.kernel.port.Bound;

/**
 * What a codec is made with.
 *
 * @param allow which classes may travel
 * @param loader looks up the classes that peers name
 * @param substitutes classes that travel in the shape of others
 * @param refused classes whose objects never travel although their package may, such as selectors
 * @param maxPayloadBytes the largest encoded value in bytes, 1 or more; a larger one is refused at both ends
 */
public record CodecOptions(
        AllowRule allow,
        ClassLoader loader,
        List<Substitute<?, ?>> substitutes,
        Predicate<Class<?>> refused,
        int maxPayloadBytes) {
    /**
     * The bound on an encoded value unless another is given: 255 MiB. A link's bound on what a value travels in is larger by a frame,
     * in which there is room for whatever goes with the value, so it is here that a value is refused, by its name.
     */
    public static final int DEFAULT_MAX_PAYLOAD_BYTES = Bound.PAYLOAD_BYTES.intValue() - Bound.FRAME_BYTES.intValue();

    /**
     * Checks the components.
     *
     * @throws IllegalArgumentException if the bound is below 1
     */
    public CodecOptions {
        Objects.requireNonNull(allow, "allow");
        Objects.requireNonNull(loader, "loader");
        Objects.requireNonNull(refused, "refused");
        substitutes = List.copyOf(substitutes);
        if (maxPayloadBytes < 1) {
            throw new IllegalArgumentException("maxPayloadBytes is " + maxPayloadBytes + ", must be 1 byte or more");
        }
    }

    /**
     * Options with an allow rule and a loader, and the default of everything else.
     *
     * @param allow which classes may travel
     * @param loader looks up the classes that peers name
     * @return the options
     */
    public static CodecOptions of(AllowRule allow, ClassLoader loader) {
        return new CodecOptions(allow, loader, List.of(), type -> false, DEFAULT_MAX_PAYLOAD_BYTES);
    }
}
