package org.sojourn.weave.frame;

import org.jspecify.annotations.Nullable;

/**
 * What one frame returned, as the next one takes it. Between two woven frames there can be one of a lambda, which boxes, widens or drops
 * what it passes on; it isn't there any more when frames go on one by one.
 */
public final class Adapt {
    private Adapt() {}

    /** An int, or what is one on the stack; zero for null. */
    public static int asInt(@Nullable Object value) {
        return switch (value) {
            case null -> 0;
            case Boolean flag -> flag ? 1 : 0;
            case Character letter -> letter;
            default -> ((Number) value).intValue();
        };
    }

    /** A long; zero for null. */
    public static long asLong(@Nullable Object value) {
        return switch (value) {
            case null -> 0;
            case Character letter -> letter;
            default -> ((Number) value).longValue();
        };
    }

    /** A float; zero for null. */
    public static float asFloat(@Nullable Object value) {
        return switch (value) {
            case null -> 0;
            case Character letter -> letter;
            default -> ((Number) value).floatValue();
        };
    }

    /** A double; zero for null. */
    public static double asDouble(@Nullable Object value) {
        return switch (value) {
            case null -> 0;
            case Character letter -> letter;
            default -> ((Number) value).doubleValue();
        };
    }
}
