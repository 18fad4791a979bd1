package org.sojourn.threads.programs;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.stream.IntStream;

/** Code that may leave, and such as may not. It is judged only. */
final class Grounds {
    private Grounds() {}

    // ---- may leave --------------------------------------------------------------------------------------------------

    /** Its initialiser has a lambda called. */
    static final class Totals {
        static final int TOTAL =
                IntStream.rangeClosed(1, 9).map(each -> each * each).sum();

        private Totals() {}

        static int total() {
            return TOTAL;
        }
    }

    record Point(int x) {}

    enum Kind {
        EMPTY,
        WALL;

        static final Point ORIGIN = new Point(1);
    }

    /** It has what is known to be one of a kind on either side of a comparison. */
    static final class Compared {
        private Compared() {}

        static boolean call(Kind given, Kind other) {
            return given == Kind.EMPTY
                    || Kind.WALL == given
                    || other.getClass() == given.getClass()
                    || other == (given.ordinal() > 0 ? Kind.EMPTY : Kind.WALL)
                    || Kind.ORIGIN.equals(other);
        }
    }

    interface Widest {
        default int width() {
            return changing;
        }

        default int height() {
            return 1;
        }
    }

    interface Narrow extends Widest {
        @Override
        default int width() {
            return 1;
        }

        @Override
        default int height() {
            return changing;
        }
    }

    /** What is nearest counts: a field of the class before one of those above, a method of an interface before those of the ones above that. */
    static class Above {
        static int limit = 1;
        static final int BOUND = Integer.parseInt("2");
    }

    static final class Nearest extends Above implements Callable<Integer>, Narrow {
        static final int limit = Integer.parseInt("3");
        static int BOUND = 4;

        @Override
        public Integer call() {
            return width() + limit;
        }

        int height(Nearest of) {
            return of.height();
        }

        static int bound() {
            return Nearest.BOUND;
        }
    }

    // ---- may not ----------------------------------------------------------------------------------------------------

    private static int changing;

    /** A caller that compares what is found by {@code ==}. */
    static final class Search {
        static final Point NONE = new Point(0);

        private Search() {}

        static Point found(int number) {
            return number > 1 ? new Point(number) : NONE;
        }

        static boolean isFound(int number) {
            Point found = found(number);
            return found != NONE;
        }
    }

    /** The platform calls what is protected, too. */
    static final class Latest extends LinkedHashMap<Integer, Integer> {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Integer, Integer> eldest) {
            changing++;
            return size() > 2;
        }

        static int kept() {
            Latest all = new Latest();
            all.put(1, 1);
            return all.size();
        }
    }

    static final class Counted extends FutureTask<Integer> {
        Counted() {
            super(() -> 1);
        }

        @Override
        protected void done() {
            changing++;
        }

        static void task() {
            new Counted().run();
        }
    }

    /** Its constants change, whichever way they are found. */
    enum Costly implements Runnable {
        ADD,
        MULTIPLY;

        private int cost;

        static int sum() {
            int sum = 0;
            for (Costly each : values()) {
                sum += each.cost;
            }
            return sum;
        }

        static int named(String name) {
            return Enum.valueOf(Costly.class, name).cost;
        }

        @Override
        public void run() {
            cost++;
        }
    }

    /** Without an {@code equals} that compares anything. */
    static class Suit {
        static final Suit HEARTS = new Suit("h");

        final String name;

        Suit(String name) {
            this.name = name;
        }
    }

    static final class Same extends Suit {
        static final Same ONE = new Same();

        Same() {
            super("s");
        }

        @Override
        public boolean equals(Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return name.hashCode();
        }
    }

    enum Card {
        ACE(new Suit("c"));

        final Suit suit;

        Card(Suit suit) {
            this.suit = suit;
        }
    }

    record Hand(Suit suit) implements Callable<Boolean> {
        @Override
        public Boolean call() {
            return suit.equals(Suit.HEARTS);
        }

        static boolean same(Suit of) {
            return of.equals(Same.ONE);
        }

        static boolean card(Suit of) {
            return of.equals(Card.ACE.suit);
        }
    }

    /** The constant isn't what is compared. */
    record Board(Kind kind) {
        static Board of(Kind kind) {
            return new Board(kind);
        }

        static boolean has(Kind kind) {
            Board[] cells = {new Board(kind)};
            return cells[0] == Board.of(Kind.EMPTY);
        }

        static boolean chosen(Kind kind) {
            Object one = new Board(kind);
            Object other = Loose.count() > 0 ? one : kind;
            return one == (Loose.count() > 1 ? other : Kind.EMPTY);
        }
    }

    private static final class Loose {
        static int count() {
            return 2;
        }
    }

    interface Clocked {
        long START = System.nanoTime();
    }

    interface Started {
        long BEGUN = System.nanoTime();

        default long begun() {
            return 1;
        }
    }

    record Lap(int number) implements Callable<Long>, Clocked {
        @Override
        public Long call() {
            return START;
        }
    }

    record Race(int number) implements Callable<Long>, Started {
        @Override
        public Long call() {
            return 1L;
        }
    }

    /** Which of them is begun first says what they come to. */
    static final class Hen {
        static final int NUMBER = Egg.NUMBER + 1;

        private Hen() {}

        static int number() {
            return NUMBER;
        }
    }

    static final class Egg {
        static final int NUMBER = Hen.NUMBER + 1;

        private Egg() {}
    }
}
