package org.sojourn.net.codec;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.sojourn.kernel.port.MalformedException;
import org.sojourn.kernel.port.UnencodableException;

/**
 * The numbers that this codec gives to classes. The first few belong to classes that both ends know without being
 * told: the slot of references, the stand-in of foreign exceptions, the description of a lambda. Of the others the even
 * ones are classes of objects, and the odd ones are classes that only lend their code to a lambda: no serialiser is
 * ever made for those.
 */
final class ClassNumbers {
    /** Numbers below this are fixed and never announced; even. */
    static final int FIRST = 16;

    /** Numbers at or above this are refused, so that a peer can't make a table large. */
    static final int BOUND = 1 << 16;

    private static final Class<?>[] FIXED = {ReferenceSlot.class, ForeignFailure.class, LambdaParts.class};

    private final Map<Class<?>, Integer> objects = new ConcurrentHashMap<>();
    private final Map<Class<?>, Integer> code = new ConcurrentHashMap<>();

    /**
     * Index = number; null where it is free. Replaced, never changed, with this locked; read without it: a thread that
     * knows a number got it after the write.
     */
    private volatile Class<?>[] classes;

    ClassNumbers() {
        classes = new Class<?>[FIRST];
    }

    /** Both ends agree on these; index = number. */
    static Class<?>[] fixed() {
        return FIXED.clone();
    }

    static boolean isCode(int number) {
        return (number & 1) != 0 && number >= FIRST;
    }

    /** The number of a class of objects. */
    int numberOf(Class<?> type) {
        for (int i = 0; i < FIXED.length; i++) {
            if (FIXED[i] == type) {
                return i;
            }
        }
        Integer number = objects.get(type);
        return number != null ? number : assign(type, objects, 0);
    }

    /** The number of a class that has a lambda's code. */
    int codeNumberOf(Class<?> type) {
        Integer number = code.get(type);
        return number != null ? number : assign(type, code, 1);
    }

    private synchronized int assign(Class<?> type, Map<Class<?>, Integer> numbers, int low) {
        Integer known = numbers.get(type);
        if (known != null) {
            return known;
        }
        int number = FIRST + numbers.size() * 2 + low;
        if (number >= BOUND) {
            throw new UnencodableException(type.getName() + " may not travel: this place has sent " + numbers.size()
                    + " classes, which is the bound");
        }
        Class<?>[] next = Arrays.copyOf(classes, Math.max(classes.length, number + 1));
        next[number] = type;
        classes = next;
        numbers.put(type, number);
        return number;
    }

    Class<?> classOf(int number) {
        Class<?>[] all = classes;
        Class<?> type = number < 0 || number >= all.length ? null : all[number];
        if (type == null) {
            throw new IllegalArgumentException("class number " + number + " was never given out by this codec");
        }
        return type;
    }

    static void checkDefinable(int number) {
        if (number < FIRST || number >= BOUND) {
            throw new MalformedException("class number " + number + " is out of bounds (" + FIRST + " to " + (BOUND - 1)
                    + "): the frame is damaged or not of this protocol");
        }
    }
}
