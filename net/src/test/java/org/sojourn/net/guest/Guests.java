package org.sojourn.net.guest;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Values whose code does what a test says, on this thread and nowhere else. */
public final class Guests {
    /** What their code does; null for nothing. */
    public static final ThreadLocal<@Nullable Runnable> DOES = new ThreadLocal<>();

    /** The property by which initialisers are made to fail. */
    public static final String FAILS = "sojourn.test.guest";

    private Guests() {}

    private static void act() {
        Runnable todo = DOES.get();
        if (todo != null) {
            todo.run();
        }
    }

    /**
     * A record with a constructor of its own.
     *
     * @param text any
     */
    public record Strict(String text) {
        /** Checks. */
        public Strict {
            act();
        }
    }

    /**
     * A record with another in it.
     *
     * @param number any
     * @param content the other
     */
    public record Holder(int number, Strict content) {}

    /**
     * A key.
     *
     * @param number any
     */
    public record Key(int number) implements Comparable<Key> {
        @Override
        public int hashCode() {
            act();
            return number;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            act();
            return other instanceof Key key && key.number == number;
        }

        @Override
        public int compareTo(Key other) {
            act();
            return Integer.compare(number, other.number);
        }
    }

    /** An order of integers. */
    public static final class Order implements Comparator<Integer> {
        private final boolean isReversed;

        /**
         * Makes one.
         *
         * @param isReversed whether the greatest comes first
         */
        public Order(boolean isReversed) {
            this.isReversed = isReversed;
        }

        @Override
        public int compare(Integer one, Integer other) {
            act();
            return isReversed ? other.compareTo(one) : one.compareTo(other);
        }
    }

    /** A list of its own. */
    public static final class Row extends ArrayList<Object> {
        private static final long serialVersionUID = 1;

        /** Makes an empty one. */
        public Row() {
            act();
        }

        @Override
        public boolean add(@Nullable Object element) {
            act();
            return super.add(element);
        }
    }

    /** A failure with code of its own. */
    public static final class Mishap extends RuntimeException {
        private static final long serialVersionUID = 1;

        /**
         * Makes one.
         *
         * @param message the message
         */
        public Mishap(String message) {
            super(message);
        }

        @Override
        public synchronized Throwable fillInStackTrace() {
            act();
            return super.fillInStackTrace();
        }
    }

    /** Has no trace. */
    public static final class Traceless extends RuntimeException {
        private static final long serialVersionUID = 1;

        /** Makes one. */
        public Traceless() {
            super("without a trace", null, false, false);
        }
    }

    /** Can't be described either. */
    public static final class Mute extends RuntimeException {
        private static final long serialVersionUID = 1;

        /** Makes one. */
        public Mute() {
            super("mute");
        }

        @Override
        public String getMessage() {
            throw new IllegalStateException("not even a message");
        }
    }

    /** A class whose initialiser fails where the property says so. */
    public static final class Late {
        static {
            if (Boolean.getBoolean(FAILS)) {
                throw new IllegalStateException("not here");
            }
        }

        /** A state. */
        public int number = 1;

        /** Makes one. */
        public Late() {}
    }

    /** An enum whose initialiser fails where the property says so. */
    public enum Stage {
        /** A constant. */
        FIRST,
        /** Another. */
        SECOND;

        static {
            if (Boolean.getBoolean(FAILS)) {
                throw new IllegalStateException("not here");
            }
        }
    }

    /** Has a lambda, and an initialiser that fails where the property says so. */
    public static final class Tasks {
        static {
            if (Boolean.getBoolean(FAILS)) {
                throw new IllegalStateException("not here");
            }
        }

        private Tasks() {}

        /** A supplier that travels. */
        public interface Task extends Supplier<String>, Serializable {}

        /**
         * Makes a lambda.
         *
         * @param word what it gives
         * @return a lambda
         */
        public static Task task(String word) {
            return () -> word;
        }
    }

    /** What only a substitute lets travel. */
    public static final class Sealed implements AutoCloseable {
        private final int number;

        /**
         * Makes one.
         *
         * @param number its number
         */
        public Sealed(int number) {
            act();
            this.number = number;
        }

        /**
         * Returns its number.
         *
         * @return as given
         */
        public Integer number() {
            return number;
        }

        @Override
        public void close() {}
    }
}
