package org.sojourn.examples.readers;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.sojourn.examples.readers.Person.Go;
import org.sojourn.examples.usage.Arguments;
import org.sojourn.host.Sojourn;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.SelectorSystem;

/** The program {@code readers [ROUNDS]}: eight readers and two writers at all places. */
public final class ReadersWriters {
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final int PEOPLE = 10;
    private static final int WRITERS = 2;

    private ReadersWriters() {}

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
            work(sojourn, rounds);
        }
    }

    private static int rounds(String... args) {
        return Arguments.of("readers [ROUNDS]", 1, Set.of(), args).number(0, "ROUNDS", 200, 1, 100_000);
    }

    /** Nobody may see a version change while he reads or writes, and each writing must have made one version. */
    static void work(SelectorSystem system, int rounds) {
        Handle<Document.Message> document = system.create(Document::new);
        List<Place> places = system.places();
        int done = IntStream.range(0, PEOPLE)
                .mapToObj(i -> system.create(places.get(i % places.size()), Person::new)
                        .<Integer>request(asker -> new Go(document, i < WRITERS, rounds, asker), PATIENCE))
                .toList()
                .stream()
                .mapToInt(answer -> answer.join())
                .sum();
        int versions = document.<Integer>request(Document.Read::new, PATIENCE).join();
        if (versions != WRITERS * rounds || done != PEOPLE * rounds) {
            throw new IllegalStateException(versions + " versions of " + WRITERS * rounds + " writings");
        }
        document.stop();
        system.result("versions", versions);
        System.out.println(PEOPLE - WRITERS + " readers and " + WRITERS + " writers have left version " + versions);
    }
}
