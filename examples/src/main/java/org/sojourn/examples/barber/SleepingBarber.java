package org.sojourn.examples.barber;

import java.time.Duration;
import java.util.Set;
import java.util.stream.IntStream;
import org.sojourn.examples.usage.Arguments;
import org.sojourn.host.Sojourn;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.SelectorSystem;

/** The program {@code barber [CUSTOMERS] [CHAIRS]}; the barber works at the last place. */
public final class SleepingBarber {
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private record Day(int customers, int chairs) {
        static Day parse(String... args) {
            var arguments = Arguments.of("barber [CUSTOMERS] [CHAIRS]", 2, Set.of(), args);
            int customers = arguments.number(0, "CUSTOMERS", 1000, 1, 100_000);
            return new Day(customers, arguments.number(1, "CHAIRS", 8, 1, 1000));
        }
    }

    private SleepingBarber() {}

    /**
     * Looks at the arguments, without starting anything.
     *
     * @param args as typed
     * @throws org.sojourn.examples.usage.UsageException if they cannot be used
     */
    public static void check(String... args) {
        Day.parse(args);
    }

    /**
     * Runs the program.
     *
     * @param args {@code [CUSTOMERS] [CHAIRS]}
     */
    public static void main(String[] args) {
        Day day = Arguments.orExit(() -> Day.parse(args));
        try (var sojourn = Sojourn.start()) {
            open(sojourn, day.customers(), day.chairs());
        }
    }

    /** All come at once, in order: each is served or turned away, and who could have sat down is served. */
    static void open(SelectorSystem system, int customers, int chairs) {
        Handle<Shop.Message> shop = system.create(() -> new Shop(chairs));
        system.create(system.places().getLast(), Barber::new).send(shop);
        var answers = IntStream.range(0, customers)
                .mapToObj(i -> shop.<Boolean>request(asker -> new Shop.Enter(i, asker), PATIENCE))
                .toList();
        long served = answers.stream().filter(answer -> answer.join()).count();
        boolean firstServed = answers.stream().limit(chairs).allMatch(answer -> answer.join());
        if (!firstServed) {
            throw new IllegalStateException("one of the first " + chairs + " customers was turned away");
        }
        shop.send(new Shop.Close());
        system.result("served", served);
        System.out.println(served + " of " + customers + " customers were served, the others found no chair");
    }
}
