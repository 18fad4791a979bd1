package org.sojourn.weave.run;

import java.lang.StackWalker.StackFrame;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sojourn.weave.code.Names;
import org.sojourn.weave.code.TwinMethod;
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
     * @param holding those of them at which a frame holds a monitor
     */
    private record Code(String descriptor, int[] offsets, Set<Integer> holding) {}

    /** By name of a method, those that are called so. */
    private final Map<String, List<Code>> methods = new HashMap<>();

    /** Why frames of a woven class can't leave; empty if they can. */
    private final String reason;

    private Calls(String reason) {
        this.reason = reason;
    }

    /**
     * Of a woven class, or one of twins.
     *
     * @param all where calls are in each method, in their order
     * @param known what is known of those methods
     * @param numbers of the calls, where a method doesn't have all that are known
     */
    Calls(Map<String, List<Integer>> all, Map<String, TwinMethod> known, Map<String, List<Integer>> numbers) {
        this("");
        all.forEach((method, offsets) -> {
            int end = method.indexOf('(');
            int[] sorted = offsets.stream().mapToInt(Integer::intValue).sorted().toArray();
            methods.computeIfAbsent(method.substring(0, end), absent -> new ArrayList<>())
                    .add(new Code(
                            method.substring(end), sorted, holding(offsets, known.get(method), numbers.get(method))));
        });
    }

    private static Set<Integer> holding(
            List<Integer> offsets, @Nullable TwinMethod method, @Nullable List<Integer> numbers) {
        Set<Integer> holding = new HashSet<>(0);
        for (int i = 0; method != null && i < offsets.size(); i++) {
            int number = numbers == null ? i : numbers.get(i);
            if (method.lock() != TwinMethod.Lock.NONE
                    || method.calls().get(number).monitors() > 0) {
                holding.add(offsets.get(i));
            }
        }
        return holding;
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
        Code code = code(frame);
        return code != null && Arrays.binarySearch(code.offsets(), frame.getByteCodeIndex()) >= 0;
    }

    /** Whether a frame that may leave holds a monitor. */
    boolean holds(StackFrame frame) {
        Code code = code(frame);
        return code != null && code.holding().contains(frame.getByteCodeIndex());
    }

    private @Nullable Code code(StackFrame frame) {
        for (Code each : methods.getOrDefault(frame.getMethodName(), List.of())) {
            if (each.descriptor().equals(frame.getDescriptor())) {
                return each;
            }
        }
        return null;
    }
}
