package org.sojourn.threads.programs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntBinaryOperator;
import java.util.function.ToIntFunction;
import java.util.stream.Gatherers;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Code that sees hash codes, and such as leaves them to the platform. It is judged only. */
final class Hashing {
    private Hashing() {}

    enum Colour {
        RED,
        GREEN
    }

    record Key(Colour colour, int number) {}

    record Cell(String row, Integer column, long weight) {}

    /** Its hash code is computed by hand, of records. */
    static final class Line {
        private final Cell from;
        private final Cell to;

        Line(Cell from, Cell to) {
            this.from = from;
            this.to = to;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Line its && its.from.equals(from) && its.to.equals(to);
        }

        @Override
        public int hashCode() {
            return Objects.hash(from, to);
        }
    }

    /** Its hash code is computed once. */
    static final class Kept {
        private final Colour colour;
        private int hash;

        Kept(Colour colour) {
            this.colour = colour;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Kept its && its.colour.equals(colour);
        }

        @Override
        public int hashCode() {
            if (hash == 0) {
                hash = Objects.hash(colour);
            }
            return hash;
        }
    }

    static final class Plain {}

    /** Its constants have code of their own. */
    enum Sort implements IntBinaryOperator {
        SUM {
            @Override
            public int applyAsInt(int left, int right) {
                return left + right;
            }
        },
        LUCK {
            @Override
            public int applyAsInt(int left, int right) {
                return (int) (Math.random() * left * right);
            }
        }
    }

    // ---- may leave --------------------------------------------------------------------------------------------------

    static int maps(Colour colour) {
        Map<Key, Integer> numbers = new HashMap<>();
        Map<List<Colour>, Integer> lists = new HashMap<>();
        for (int i = 0; i < 10; i++) {
            numbers.put(new Key(colour, i), i);
            lists.put(List.of(colour), i);
        }
        return numbers.size() + lists.size();
    }

    static int cells(String row) {
        Cell cell = new Cell(row, 3, 4);
        Object[] parts = {new Plain(), 2};
        return cell.hashCode()
                + new Line(cell, cell).hashCode()
                + Objects.hash(row, 3, cell)
                + Objects.hashCode(row == null ? null : cell)
                + Arrays.hashCode(new String[] {row})
                + Arrays.deepHashCode(new int[][] {{1}, {2}})
                + row.hashCode()
                + parts.length;
    }

    // ---- may not ----------------------------------------------------------------------------------------------------

    static int table(Colour colour) {
        return Math.floorMod(new Key(colour, 3).hashCode(), 16);
    }

    static int arguments(Colour colour) {
        return Objects.hash("red", colour);
    }

    static int reference(Colour colour) {
        ToIntFunction<Key> hash = Key::hashCode;
        return hash.applyAsInt(new Key(colour, 3));
    }

    static int list(Colour colour) {
        return List.of(new Key(colour, 3)).hashCode();
    }

    static int array() {
        Plain[] made = {new Plain()};
        return Arrays.hashCode(made);
    }

    static int builder() {
        return Objects.hashCode(new StringBuilder("text"));
    }

    static int filled() {
        Object[] filled = new Object[1];
        fill(filled);
        return Objects.hash(filled);
    }

    private static void fill(Object[] array) {
        array[0] = new Plain();
    }

    static int kept(Colour colour) {
        Map<Kept, Integer> all = new HashMap<>();
        all.put(new Kept(colour), 1);
        return all.size();
    }

    static int pieces() {
        return (int) StreamSupport.stream(new ArrayList<>(List.of(1, 2)).spliterator(), true)
                .count();
    }

    static int gathered() {
        return (int)
                Stream.of(1, 2).gather(Gatherers.mapConcurrent(2, each -> each)).count();
    }

    static int constants() {
        return Sort.LUCK.applyAsInt(1, 2);
    }
}
