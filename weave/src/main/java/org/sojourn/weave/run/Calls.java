package org.sojourn.weave.run;

import java.lang.StackWalker.StackFrame;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.sojourn.weave.code.Names;
import org.sojourn.weave.frame.Woven;

/** Where in the code of a class frames may leave. Asked of each frame of a stack, so it is kept for each class. */
final class Calls {
    /** Frames of a class that isn't woven. */
    private static final Calls NONE = new Calls("");

    private static final ClassValue<Calls> ALL = new ClassValue<>() {
        @Override
        protected Calls computeValue(Class<?> of) {
            return find(of);
        }
    };

    /**
     * A method.
     *
     * @param descriptor of it
     * @param offsets of the calls, ascending
     */
    private record Code(String descriptor, int[] offsets) {}

    /** By name of a method, those that are called so. */
    private final Map<String, List<Code>> methods = new HashMap<>();

    /** Why frames of a woven class can't leave; empty if they can. */
    private final String reason;

    private Calls(String reason) {
        this.reason = reason;
    }

    /** Of a woven class, or one of twins: where calls are in each method. */
    Calls(Map<String, List<Integer>> all) {
        this("");
        all.forEach((method, offsets) -> {
            int end = method.indexOf('(');
            int[] sorted = offsets.stream().mapToInt(Integer::intValue).sorted().toArray();
            methods.computeIfAbsent(method.substring(0, end), absent -> new ArrayList<>())
                    .add(new Code(method.substring(end), sorted));
        });
    }

    private static Calls find(Class<?> of) {
        if (of.isAnnotationPresent(Woven.class)) {
            try {
                return Twins.of(of).ofBody();
            } catch (IllegalStateException e) {
                return new Calls(String.valueOf(e.getMessage()));
            }
        }
        if (!Names.isTwin(of.getName())) {
            return NONE;
        }
        try {
            Class<?> original = Class.forName(Names.original(of.getName()), false, of.getClassLoader());
            return original.isAnnotationPresent(Woven.class)
                    ? Twins.of(original).ofTwin()
                    : NONE;
        } catch (ClassNotFoundException e) {
            return NONE;
        }
    }

    /** Of any class. */
    static Calls of(Class<?> any) {
        return ALL.get(any);
    }

    /** Whether frames of the class never leave. */
    boolean isNone() {
        return this == NONE;
    }

    /** Why frames can't leave that are as if the class weren't woven; empty if there is nothing to say. */
    String reason() {
        return reason;
    }

    /** Whether a frame may leave where it is now. */
    boolean has(StackFrame frame) {
        List<Code> known = methods.get(frame.getMethodName());
        if (known == null) {
            return false;
        }
        for (Code each : known) {
            if (each.descriptor().equals(frame.getDescriptor())) {
                return Arrays.binarySearch(each.offsets(), frame.getByteCodeIndex()) >= 0;
            }
        }
        return false;
    }
}
