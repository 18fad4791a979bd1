package org.sojourn.threads.wire;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What values mean at one end of a way between a master and its slave: the streams and the thread there, and the objects that the master keeps
 * while the slave has copies of them, which come back as themselves: fixed ones, and such as only the thread's own code changes. Of these the
 * fields that have changed come back, too.
 *
 * <p>Each delta set that goes out has one of its own at either end. Both ends number the objects in the order in which they are written.
 */
public final class Home {
    private final Supplier<PrintStream> out;
    private final Supplier<PrintStream> err;
    private final Predicate<Class<?>> isKept;
    private final List<Object> gone = new ArrayList<>();
    private final Map<Object, Integer> numbers = new IdentityHashMap<>();

    /** At the slave, what may change of what has come, and as what it came. */
    private final Map<Object, @Nullable Object[]> came = new IdentityHashMap<>();

    /** Becomes what has come as the thread, if that is an object of the program. */
    private volatile Thread thread;

    /**
     * One end.
     *
     * @param out gives what stands for the standard output, when it is needed
     * @param err and for the other one
     * @param thread and for the thread
     * @param isKept whether the master keeps its objects of a class
     */
    public Home(Supplier<PrintStream> out, Supplier<PrintStream> err, Thread thread, Predicate<Class<?>> isKept) {
        this.out = out;
        this.err = err;
        this.thread = thread;
        this.isKept = isKept;
    }

    PrintStream out() {
        return out.get();
    }

    PrintStream err() {
        return err.get();
    }

    /** {@return what the running thread is here} */
    public Thread thread() {
        return thread;
    }

    /** At the slave, the thread is an object of the program. */
    void thread(Thread own) {
        thread = own;
    }

    boolean isKept(Class<?> type) {
        return isKept.test(type);
    }

    /** An object that the master keeps goes to the slave. */
    void goes(Object kept) {
        if (numbers.putIfAbsent(kept, gone.size()) == null) {
            gone.add(kept);
        }
    }

    /** One will have come whose parts come first; returns its number. */
    int reserve() {
        gone.add(this);
        return gone.size() - 1;
    }

    void set(int number, Object kept) {
        gone.set(number, kept);
        numbers.put(kept, number);
    }

    /** One has come, with values that may change. */
    void came(Object kept, @Nullable Object[] values) {
        came.put(kept, values);
    }

    /** At the slave, what may have changed, and the values with which it came. */
    Map<Object, @Nullable Object[]> came() {
        return came;
    }

    /** {@return its number; null if it hadn't come from the master} */
    @Nullable
    Integer number(Object kept) {
        return numbers.get(kept);
    }

    /** {@return the object of a number; null if there is none} */
    @Nullable
    Object of(long number) {
        Object found = number < 0 || number >= gone.size() ? null : gone.get((int) number);
        return found == this ? null : found;
    }
}
