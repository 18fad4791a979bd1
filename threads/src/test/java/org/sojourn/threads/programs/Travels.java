package org.sojourn.threads.programs;

import java.util.Arrays;

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
