package org.sojourn.messengers.run;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/** Finds the Java methods that a compiled script may call without stopping. */
public interface Linker {
    /** Finds none. */
    Linker NONE = (file, name, type) -> null;

    /**
     * {@return a method, of this type, that throws nothing but a {@link Fault}; null if the script is to call it by {@link Turn#func}, as
     * there is none, or not every value fits it, or it needs more than its values} By any thread, for each place of a script where it is
     * called, when it first is.
     *
     * @param file of which class
     * @param type ints, longs, floats and doubles, and the same or nothing for its result
     */
    @Nullable
    MethodHandle direct(String file, String name, MethodType type);
}
