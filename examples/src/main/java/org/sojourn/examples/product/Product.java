package org.sojourn.examples.product;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.sojourn.examples.usage.Arguments;
import org.sojourn.host.Sojourn;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.SelectorSystem;

/**
 * The program {@code product [N]}: a product of two matrices of N by N integers. Each place has some columns of the second one; strands carry rows of the
 * first one from place to place.
 */
public final class Product {
    private static final int USUAL = 240;
    private static final int LARGEST = 4096;

    private Product() {}

    /**
     * Looks at the arguments, without starting anything.
     *
     * @param args as typed
     * @throws org.sojourn.examples.usage.UsageException if they cannot be used
     */
    public static void check(String... args) {
        size(args);
    }

    /**
     * Runs the program.
     *
     * @param args {@code [N]}
     */
    public static void main(String[] args) {
        int size = Arguments.orExit(() -> size(args));
        try (var sojourn = Sojourn.start()) {
            start(sojourn, size);
        }
    }

    private static int size(String... args) {
        return Arguments.of("product [N]", 1, Set.of(), args).number(0, "N", USUAL, 1, LARGEST);
    }

    static void start(SelectorSystem system, int size) {
        List<Place> places = system.places();
        List<Handle<Columns.Read>> columns = new ArrayList<>();
        for (int i = 0; i < places.size(); i++) {
            Matrix part = Matrix.second(size, part(size, i, places.size()), part(size, i + 1, places.size()));
            columns.add(system.create(places.get(i), () -> new Columns(part)));
        }
        int carriers = Math.min(size, places.size());
        Handle<Sum.Row> sum = system.create(() -> new Sum(size));
        for (int i = 0; i < carriers; i++) {
            Matrix rows = Matrix.first(size, part(size, i, carriers), part(size, i + 1, carriers));
            int first = i;
            system.create(places.get(i), () -> new Carrier(rows, places, columns, first, sum));
        }
    }

    /** Where one of some equal parts begins. */
    private static int part(int size, int index, int parts) {
        return (int) ((long) size * index / parts);
    }
}
