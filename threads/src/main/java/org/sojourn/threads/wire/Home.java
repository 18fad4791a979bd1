package org.sojourn.threads.wire;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What values mean at one end of a way between a master and its slave: the streams and the thread there, and the fixed objects that went from
 * the master to the slave, which come back as themselves.
 *
 * <p>Each delta set that goes out has one of its own at either end. Both ends number the objects in the order in which they are written.
 */
public final class Home {
    private final PrintStream out;
    private final PrintStream err;
    private final Thread thread;
    private final Predicate<Class<?>> isFixed;
    private final List<Object> gone = new ArrayList<>();
    private final Map<Object, Integer> numbers = new IdentityHashMap<>();

    /**
     * One end.
     *
     * @param out what stands for the standard output
     * @param err and for the other one
     * @param thread and for the thread
     * @param isFixed whether values of a class never change
     */
    public Home(PrintStream out, PrintStream err, Thread thread, Predicate<Class<?>> isFixed) {
        this.out = out;
        this.err = err;
        this.thread = thread;
        this.isFixed = isFixed;
    }

    PrintStream out() {
        return out;
    }

    PrintStream err() {
        return err;
    }

    Thread thread() {
        return thread;
    }

    boolean isFixed(Class<?> type) {
        return isFixed.test(type);
    }

    /** A fixed object goes to the slave. */
    void goes(Object fixed) {
        if (numbers.putIfAbsent(fixed, gone.size()) == null) {
            gone.add(fixed);
        }
    }

    /** A fixed object will have come whose parts come first; returns its number. */
    int reserve() {
        gone.add(this);
        return gone.size() - 1;
    }

    void set(int number, Object fixed) {
        gone.set(number, fixed);
        numbers.put(fixed, number);
    }

    /** {@return its number; null if it hadn't come from the master} */
    @Nullable
    Integer number(Object fixed) {
        return numbers.get(fixed);
    }

    /** {@return the object of a number; null if there is none} */
    @Nullable
    Object of(long number) {
        Object found = number < 0 || number >= gone.size() ? null : gone.get((int) number);
        return found == this ? null : found;
    }
}
