package org.sojourn.examples.smokers;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.sojourn.examples.smokers.Table.Ingredient;
import org.sojourn.examples.usage.Arguments;
import org.sojourn.host.Sojourn;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.SelectorSystem;

/** The program {@code smokers [ROUNDS]}: the smokers sit at different places if there are some. */
public final class Smokers {
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private Smokers() {}

    /**
     * Looks at the arguments, without starting anything.
     *
     * @param args as typed
     * @throws org.sojourn.examples.usage.UsageException if they cannot be used
     */
    public static void check(String... args) {
        rounds(args);
    }

    /**
     * Runs the program.
     *
     * @param args {@code [ROUNDS]}
     */
    public static void main(String[] args) {
        int rounds = Arguments.orExit(() -> rounds(args));
        try (var sojourn = Sojourn.start()) {
            smoke(sojourn, rounds);
        }
    }

    private static int rounds(String... args) {
        return Arguments.of("smokers [ROUNDS]", 1, Set.of(), args).number(0, "ROUNDS", 1000, 1, 100_000);
    }

    /** Deals without waiting, which the constraint holds up: each time he who has the third ingredient must smoke. */
    static void smoke(SelectorSystem system, int rounds) {
        Handle<Table.Message> table = system.create(Table::new);
        List<Place> places = system.places();
        for (Ingredient own : Ingredient.values()) {
            system.create(places.get(own.ordinal() % places.size()), () -> new Smoker(own))
                    .send(table);
        }
        Ingredient[] missing = new Random(1)
                .ints(rounds, 0, Ingredient.values().length)
                .mapToObj(i -> Ingredient.values()[i])
                .toArray(Ingredient[]::new);
        var smoked = List.of(missing).stream()
                .map(each -> table.<Ingredient>request(asker -> new Table.Deal(each, asker), PATIENCE))
                .toList();
        for (int round = 0; round < rounds; round++) {
            Ingredient who = smoked.get(round).join();
            if (who != missing[round]) {
                throw new IllegalStateException("in round " + round + " " + who + " smoked, not " + missing[round]);
            }
        }
        table.send(new Table.Close());
        system.result("rounds", rounds);
        System.out.println("In " + rounds + " rounds he who had the third ingredient smoked, and nobody else");
    }
}
