package org.sojourn.selectors;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Arguments that a caller must give. Null is refused at the call, before anything is done, with the parameter's name and what to give instead:
 * found later, it would be found in somebody else's turn.
 */
final class Given {
    private Given() {}

    private static <T> T required(@Nullable T value, String parameter, String instead) {
        if (value == null) {
            throw new NullPointerException(parameter + " is null; " + instead);
        }
        return value;
    }

    static <T> T message(@Nullable T message) {
        return required(
                message, "message", "send an object that says what is meant, such as a record or an enum constant");
    }

    static <T> T mailbox(@Nullable T mailbox, String parameter) {
        return required(mailbox, parameter, "give a mailbox that the selector has declared in super(...)");
    }

    static <T> T handle(@Nullable T handle, String parameter) {
        return required(handle, parameter, "give a handle, as create(...) and self() return one");
    }

    static Place place(@Nullable Place place, String parameter) {
        return required(place, parameter, "give one of places(), or here()");
    }

    static <T> T factory(@Nullable T factory) {
        return required(factory, "factory", "give what constructs a selector, such as () -> new Greeter()");
    }

    static ExecutionPolicy policy(@Nullable ExecutionPolicy policy) {
        return required(policy, "policy", "give one of ExecutionPolicy, or leave it out and the runtime chooses");
    }

    /** A function of the program's. */
    static <T> T function(@Nullable T function, String parameter) {
        return required(function, parameter, "give a lambda or a method reference");
    }

    static <T> T type(@Nullable T type, String parameter) {
        return required(type, parameter, "give a class, such as Greeter.class");
    }

    static <T> T name(@Nullable T name, String parameter) {
        return required(name, parameter, "give a text");
    }

    /** Any other value. */
    static <T> T value(@Nullable T value, String parameter) {
        return required(value, parameter, "it must be given");
    }

    static <T> List<T> list(@Nullable List<T> values, String parameter) {
        for (T each : required(values, parameter, "give a list, or List.of(...)")) {
            required(each, parameter + " has an element that", "leave it out");
        }
        return List.copyOf(values);
    }

    static <T> T[] array(T @Nullable [] values, String parameter) {
        T[] given = required(values, parameter, "give an array, or leave it out");
        for (T each : given) {
            required(each, parameter + " has an element that", "leave it out");
        }
        return given;
    }

    static <T> T duration(@Nullable T duration, String parameter) {
        return required(duration, parameter, "give a time, such as Duration.ofSeconds(10)");
    }

    /** How long somebody waits. */
    static Duration timeout(@Nullable Duration timeout, String what) {
        Duration given = duration(timeout, "timeout");
        if (given.isNegative() || given.isZero()) {
            throw new IllegalArgumentException(what + " with a time-out of " + given + "; it must be positive");
        }
        return given;
    }
}
