package org.sojourn.threads.programs;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.EmptyStackException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.MissingFormatArgumentException;
import java.util.MissingResourceException;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/** Values that are made at one place, and described there and where they have gone. */
public final class Travels {
    private static int grids;

    private Travels() {}

    /** Its constructor does something, and makes another array of the one that it is given. */
    record Grid(String name, double[] cells, long number) {
        Grid {
            grids++;
            cells = cells.clone();
        }

        Grid(String name) {
            this(name, new double[] {1, 2, 3}, 1L << 40);
        }
    }

    /** It says more than it was told. */
    static class Coded extends IllegalStateException {
        private static final long serialVersionUID = 1L;

        private final int code;

        Coded(int code, String text) {
            super(text);
            this.code = code;
        }

        @Override
        public String getMessage() {
            return "[" + code + "] " + super.getMessage();
        }

        @Override
        public synchronized Throwable initCause(Throwable cause) {
            throw new IllegalStateException("it has a cause of its own");
        }

        @Override
        public synchronized Throwable getCause() {
            return new ArithmeticException("of its own");
        }
    }

    /** Its class of the program isn't the last one. */
    static final class Twice extends Coded {
        private static final long serialVersionUID = 1L;

        Twice() {
            super(5, "x");
        }

        @Override
        public String getMessage() {
            return super.getMessage() + "!";
        }
    }

    /** It has what its class of the platform was told. */
    static final class Unformatted extends MissingFormatArgumentException {
        private static final long serialVersionUID = 1L;

        Unformatted() {
            super("%s");
        }
    }

    /**
     * Makes what is thrown.
     *
     * @param which of it
     * @return it
     */
    public static Object thrown(Object which) {
        return switch ((String) which) {
            case "coded" -> new Coded(5, "x");
            case "twice" -> new Twice();
            case "assertion" -> new AssertionError();
            case "assertion of a number" -> new AssertionError(7);
            case "initialiser" -> new ExceptionInInitializerError("why");
            case "initialiser and cause" -> new ExceptionInInitializerError(new IllegalStateException("why"));
            case "class" -> new ClassNotFoundException("none", new IllegalStateException("why"));
            case "null" -> new NullPointerException();
            case "empty" -> new EmptyStackException();
            case "match" -> new MatchException("none", new IllegalStateException("why"));
            case "time" -> new TimeoutException("none");
            case "completion" -> new CompletionException("none", new IllegalStateException("why"));
            case "cancelled" -> new CancellationException();
            case "state" -> new IllegalStateException(new IllegalArgumentException("why"));
            case "format" -> new MissingFormatArgumentException("%s");
            case "resource" -> new MissingResourceException("none", "of.Class", "key");
            case "unformatted" -> new Unformatted();
            default -> throw new IllegalArgumentException((String) which);
        };
    }

    /**
     * Describes it.
     *
     * @param value what was thrown
     * @return what there is to see
     */
    public static String describedThrown(Object value) {
        Throwable thrown = (Throwable) value;
        thrown.addSuppressed(new IllegalStateException("later"));
        return thrown + " by " + thrown.getCause() + " at " + thrown.getStackTrace()[0] + ", then "
                + thrown.getSuppressed().length;
    }

    /**
     * Arrays of what travels.
     *
     * @return one of each
     */
    public static Object arrays() {
        return new Object[] {
            new BigInteger[] {BigInteger.TWO},
            new BigDecimal[] {BigDecimal.TEN},
            new CharSequence[] {"a"},
            new Set<?>[] {Set.of(1)},
            new ArrayList<?>[] {new ArrayList<>(List.of(1))},
            new HashMap<?, ?>[] {new HashMap<>(Map.of(1, 2))},
            new Deque<?>[][] {{null}}
        };
    }

    /**
     * Collections that can't change.
     *
     * @return some of each sort
     */
    public static Object unchanging() {
        List<String> two = List.of("a", "b");
        return List.of(
                two,
                two,
                List.of("a", "b", "c").subList(1, 3),
                Stream.of("a", null, 7).toList(),
                Collections.emptyList(),
                Set.of("a"),
                Set.of(),
                Map.of(1, two),
                Map.of());
    }

    /**
     * Describes them.
     *
     * @param value as they were made, or have come
     * @return what there is to see
     */
    public static String describedUnchanging(Object value) {
        List<?> all = (List<?>) value;
        StringBuilder said = new StringBuilder();
        for (Object each : all) {
            try {
                said.append(each).append(((List<?>) each).contains(null));
            } catch (NullPointerException | ClassCastException e) {
                said.append(e instanceof ClassCastException ? "" : " without null");
            }
        }
        return said.append(all.get(0) == all.get(1)).toString();
    }

    /**
     * Two ways to one array.
     *
     * @return a record and its array
     */
    public static Object grid() {
        Grid grid = new Grid("one");
        return new Object[] {grid, grid.cells()};
    }

    /**
     * Describes it.
     *
     * @param value as it was made, or has come
     * @return what there is to see, how many times the constructor has run here among it
     */
    public static String describedGrid(Object value) {
        Object[] both = (Object[]) value;
        Grid grid = (Grid) both[0];
        grid.cells()[0] = 7;
        return grid.name() + " " + Arrays.toString((double[]) both[1]) + " " + grid.number() + " " + grids;
    }
}
