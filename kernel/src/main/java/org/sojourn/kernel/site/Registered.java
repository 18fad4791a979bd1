package org.sojourn.kernel.site;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.MalformedException;

/**
 * What was registered at a place before its start, each under a number that means the same at all places, as packets carry it. Read by
 * any thread once the place has started.
 */
public final class Registered<T> {
    private final String what;

    /** By number: each creation of a part looks here. Grows before the start only. */
    private final List<@Nullable T> all = new ArrayList<>();

    private List<T> inOrder = List.of();

    /**
     * Makes an empty one.
     *
     * @param what a noun for one of them, for people
     */
    public Registered(String what) {
        this.what = what;
    }

    /**
     * Registers one.
     *
     * @throws IllegalArgumentException if the number isn't within 0 to 255, as packets have a byte for it
     * @throws IllegalStateException if the number is taken
     */
    public void add(int number, T one) {
        if (number < 0 || number > 255) {
            throw new IllegalArgumentException(what + " " + number + "; numbers are 0 to 255");
        }
        if (find(number) != null) {
            throw new IllegalStateException(what + " " + number + " is registered twice");
        }
        while (number >= all.size()) {
            all.add(null);
        }
        all.set(number, one);
        inOrder = numbers().mapToObj(this::of).toList();
    }

    /**
     * {@return the one of a number}
     *
     * @throws MalformedException if there is none
     */
    public T of(int number) {
        T one = find(number);
        if (one == null) {
            throw new MalformedException(what + " " + number + ", which isn't at this place; there are "
                    + numbers().boxed().toList());
        }
        return one;
    }

    /** {@return the one of a number, or null} */
    @Nullable
    T find(int number) {
        return number < all.size() ? all.get(number) : null;
    }

    private IntStream numbers() {
        return IntStream.range(0, all.size()).filter(number -> find(number) != null);
    }

    /** {@return all of them, by ascending number} */
    public Iterable<T> all() {
        return inOrder;
    }
}
