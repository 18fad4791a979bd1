package org.sojourn.examples.philosophers;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.sojourn.examples.usage.Arguments;
import org.sojourn.host.Sojourn;
import org.sojourn.selectors.Answer;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.SelectorSystem;

/** The program {@code philosophers [SEATS] [MEALS]}: the table goes round the places. */
public final class Philosophers {
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private record Table(int seats, int meals) {
        static Table parse(String... args) {
            var arguments = Arguments.of("philosophers [SEATS] [MEALS]", 2, Set.of(), args);
            return new Table(arguments.number(0, "SEATS", 5, 2, 1000), arguments.number(1, "MEALS", 100, 1, 10_000));
        }
    }

    private Philosophers() {}

    /**
     * Looks at the arguments, without starting anything.
     *
     * @param args as typed
     * @throws org.sojourn.examples.usage.UsageException if they cannot be used
     */
    public static void check(String... args) {
        Table.parse(args);
    }

    /**
     * Runs the program.
     *
     * @param args {@code [SEATS] [MEALS]}
     */
    public static void main(String[] args) {
        Table table = Arguments.orExit(() -> Table.parse(args));
        try (var sojourn = Sojourn.start()) {
            dine(sojourn, table.seats(), table.meals());
        }
    }

    /** Lets them eat, and asks the forks, who know nothing of meals, how often they were used: twice a meal in all. */
    static void dine(SelectorSystem system, int seats, int meals) {
        List<Place> places = system.places();
        List<Handle<Fork.Message>> forks = IntStream.range(0, seats)
                .mapToObj(seat -> system.create(places.get(seat % places.size()), Fork::new))
                .toList();
        List<Answer<Integer>> guests = IntStream.range(0, seats)
                .mapToObj(seat -> {
                    var first = forks.get(Math.min(seat, (seat + 1) % seats));
                    var second = forks.get(Math.max(seat, (seat + 1) % seats));
                    var guest = system.create(places.get(seat % places.size()), () -> new Philosopher(first, second));
                    return guest.<Integer>request(asker -> new Philosopher.Dine(meals, asker), PATIENCE);
                })
                .toList();
        int eaten = total(guests.stream());
        int uses = total(forks.stream().map(fork -> fork.<Integer>request(Fork.Count::new, PATIENCE)));
        if (eaten != seats * meals || uses != 2 * eaten) {
            throw new IllegalStateException(eaten + " meals with " + uses + " uses of forks");
        }
        forks.forEach(Handle::stop);
        system.result("meals", eaten);
        System.out.println(seats + " philosophers have eaten " + eaten + " meals, with two forks each time");
    }

    private static int total(Stream<Answer<Integer>> answers) {
        return answers.toList().stream().mapToInt(Answer::join).sum();
    }
}
