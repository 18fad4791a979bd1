package org.sojourn.net.codec;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.MalformedException;

/** The class numbers of one peer. One thread at a time. */
final class PeerClasses {
    private final Shapes shapes;

    /** Index = number; null where none is defined. */
    private Class<?>[] classes;

    /** The numbers in the order of their definition, the fixed ones first. */
    private int[] order = new int[ClassNumbers.FIRST];

    private int definitions;

    PeerClasses(Shapes shapes) {
        this.shapes = shapes;
        this.classes = new Class<?>[ClassNumbers.FIRST];
        for (Class<?> fixed : ClassNumbers.fixed()) {
            put(definitions, fixed);
        }
    }

    void define(int number, String name) {
        ClassNumbers.checkDefinable(number);
        Class<?> known = number < classes.length ? classes[number] : null;
        if (known != null) {
            if (!known.getName().equals(name)) {
                throw new MalformedException("class number " + number + " is " + known.getName() + " and can't become "
                        + Shapes.brief(name));
            }
            return;
        }
        Class<?> type = shapes.lookUp(name);
        put(number, type);
    }

    private void put(int number, Class<?> type) {
        if (number >= classes.length) {
            classes = Arrays.copyOf(classes, Math.max(number + 1, classes.length * 2));
        }
        if (definitions == order.length) {
            order = Arrays.copyOf(order, definitions * 2);
        }
        classes[number] = type;
        order[definitions++] = number;
    }

    /** Puts in a class of this place, which needs no check. */
    void adopt(int number, Class<?> type) {
        put(number, type);
    }

    int definitions() {
        return definitions;
    }

    /** The number that was defined as the index-th. */
    int definition(int index) {
        return order[index];
    }

    /** The class of a number, or null if there is none. */
    @Nullable
    Class<?> get(int number) {
        return number >= 0 && number < classes.length ? classes[number] : null;
    }

    Class<?> require(int number) {
        Class<?> type = get(number);
        if (type == null) {
            throw new MalformedException("class number " + number + " was never defined by this peer");
        }
        return type;
    }
}
