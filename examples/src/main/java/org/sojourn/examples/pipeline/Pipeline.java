package org.sojourn.examples.pipeline;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.sojourn.examples.usage.Arguments;
import org.sojourn.host.Sojourn;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.SelectorSystem;

/**
 * The program {@code pipeline [ORDERS]}: each place has some rows of three tables, and each order needs one row of each: which one of the second says the first,
 * and which one of the third says the second. Strands follow them.
 */
public final class Pipeline {
    private static final int USUAL = 3_000;
    private static final int MOST = 10_000_000;

    private Pipeline() {}

    /**
     * Looks at the arguments, without starting anything.
     *
     * @param args as typed
     * @throws org.sojourn.examples.usage.UsageException if they cannot be used
     */
    public static void check(String... args) {
        orders(args);
    }

    /**
     * Runs the program.
     *
     * @param args {@code [ORDERS]}
     */
    public static void main(String[] args) {
        int orders = Arguments.orExit(() -> orders(args));
        try (var sojourn = Sojourn.start()) {
            start(sojourn, orders);
        }
    }

    private static int orders(String... args) {
        return Arguments.of("pipeline [ORDERS]", 1, Set.of(), args).number(0, "ORDERS", USUAL, 1, MOST);
    }

    static void start(SelectorSystem system, int orders) {
        List<Handle<Table.Read>> tables = new ArrayList<>();
        for (Place each : system.places()) {
            tables.add(system.create(each, Table::new));
        }
        system.create(() -> new Office(orders, system.places(), tables));
    }
}
