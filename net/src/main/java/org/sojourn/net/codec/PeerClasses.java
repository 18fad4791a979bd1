package org.sojourn.net.codec;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.sojourn.kernel.port.MalformedException;
import org.sojourn.kernel.port.UndecodableException;

/**
 * The class numbers of one peer. One thread at a time.
 *
 * <p>A class that may travel and doesn't exist here has a number as well: what it costs is the values that hold one.
 */
final class PeerClasses {
    private final Shapes shapes;

    /** In the place of a class that doesn't exist here. */
    private static final class Missing {}

    /** Index = number; null where none is defined. */
    private Class<?>[] classes;

    /** The numbers in the order of their definition, the fixed ones first. */
    private int[] order = new int[ClassNumbers.FIRST];

    private int definitions;

    /** Names of those that don't exist here, each as long as it may be in a message. */
    private final Map<Integer, String> missing = new HashMap<>();

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
            boolean isSame = known == Missing.class
                    ? Shapes.brief(name).equals(missing.get(number))
                    : known.getName().equals(name);
            if (!isSame) {
                throw new MalformedException("class number " + number + " is "
                        + missing.getOrDefault(number, known.getName()) + " and can't become " + Shapes.brief(name));
            }
            return;
        }
        Class<?> type = shapes.lookUp(name);
        if (type == null) {
            missing.put(number, Shapes.brief(name));
        }
        put(number, type == null ? Missing.class : type);
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

    /**
     * The class of a number.
     *
     * @throws MalformedException if the peer has never defined it
     * @throws UndecodableException if it doesn't exist here
     */
    Class<?> require(int number) {
        Class<?> type = number >= 0 && number < classes.length ? classes[number] : null;
        if (type == null) {
            throw new MalformedException("class number " + number + " was never defined by this peer");
        }
        if (type == Missing.class) {
            String name = missing.getOrDefault(number, "?");
            throw new UndecodableException(
                    name, "class " + name + " doesn't exist at this place", new ClassNotFoundException(name));
        }
        return type;
    }
}
