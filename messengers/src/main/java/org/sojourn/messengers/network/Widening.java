package org.sojourn.messengers.network;

import java.util.List;

/** Which numbers of Java are others as well, whatever their values. */
final class Widening {
    private static final List<Class<?>> ORDER =
            List.of(byte.class, short.class, int.class, long.class, float.class, double.class);

    private Widening() {}

    /** {@return whether every number of one type is one of another, rounded perhaps} */
    static boolean isAny(Class<?> of, Class<?> to) {
        int from = ORDER.indexOf(of);
        return from >= 0 && from <= ORDER.indexOf(to);
    }
}
