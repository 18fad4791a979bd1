package org.sojourn.weave.code;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;

/** What a twin may not use, and its class may. */
@FunctionalInterface
public interface Link {
    /**
     * Finds it.
     *
     * @param owner may do what the class may
     * @throws Throwable as linking the instruction in the class itself
     */
    MethodHandle resolve(MethodHandles.Lookup owner) throws Throwable;
}
