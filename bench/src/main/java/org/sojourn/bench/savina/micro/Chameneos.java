package org.sojourn.bench.savina.micro;

import org.sojourn.bench.Answers;
import org.sojourn.bench.Benchmark;
import org.sojourn.bench.Family;
import org.sojourn.bench.work.Colour;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.SelectorSystem;

/**
 * Chameneos meet in pairs in a mall that has room for two, and change colour, until the mall closes after so many
 * meetings (Kaiser and Pradat-Peyre, 2003).
 */
public final class Chameneos implements Benchmark {
    private static final int DEFAULT_CHAMENEOS = 100;
    private static final int DEFAULT_MEETINGS = 200_000;

    private final int chameneos;
    private final int meetings;

    /** The suite's parameters. */
    public Chameneos() {
        this(DEFAULT_CHAMENEOS, DEFAULT_MEETINGS);
    }

    /**
     * Other parameters.
     *
     * @param chameneos how many there are, at least 2
     * @param meetings after how many meetings the mall closes
     */
    public Chameneos(int chameneos, int meetings) {
        this.chameneos = chameneos;
        this.meetings = meetings;
    }

    @Override
    public String name() {
        return "Chameneos";
    }

    @Override
    public Family family() {
        return Family.MICRO;
    }

    @Override
    public String parameters() {
        return "%d chameneos, %,d meetings".formatted(chameneos, meetings);
    }

    @Override
    public long messages() {
        // A meeting: two come, one hears of the other, and tells it its colour. At the end every one comes, is told
        // that the mall is closed, and reports. The question for the result and its answer.
        return 4L * meetings + 3L * chameneos + 2;
    }

    @Override
    public String answer() {
        return "that every meeting was counted by both, and the invariant of the colours";
    }

    @Override
    public void iterate(SelectorSystem system) {
        Handle<Mall.Message> mall = system.create(() -> new Mall(chameneos, meetings));
        Mall.Sums sums = mall.<Mall.Sums, Mall.Result>request(Mall.RESULTS, Mall.Result::new, Patience.LIMIT)
                .join();
        Answers.same("meetings, counted by both", 2L * meetings, sums.meetings());
        Answers.same("sum of the colours", Colour.invariant(chameneos), sums.colours() % Colour.values().length);
    }
}
