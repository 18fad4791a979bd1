package org.sojourn.selectors;

import java.util.function.Function;
import org.sojourn.kernel.balance.Balancing;
import org.sojourn.kernel.port.Member;

/**
 * How the runtime chooses the place of a new selector. It is a wish: no choice waits for other places, so it rests on what this
 * place knows of them, and a place that is being {@code drained} is never chosen.
 *
 * <pre>{@code
 * Handle<Row> row = system().create(Placement.near(matrix), () -> new RowWorker(matrix));
 * }</pre>
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class Placement {
    private static final Placement ANYWHERE = new Placement(Balancing::anywhere);
    private static final Placement LEAST_LOADED = new Placement(Balancing::leastLoaded);

    private final Function<Balancing, Member> choice;

    private Placement(Function<Balancing, Member> choice) {
        this.choice = choice;
    }

    /**
     * Leaves the choice to the policy that balances the run: this place under {@code none} and {@code poll}, where idle places come
     * for work; the least loaded under {@code measure}; the next one under {@code rotate}.
     *
     * @return a placement
     */
    public static Placement anywhere() {
        return ANYWHERE;
    }

    /**
     * Chooses the place at which fewest selectors wait for a worker, as far as that is known here: each that was placed from here since a
     * place last told counts as one. So many that are created in a row are spread evenly.
     *
     * @return a placement
     */
    public static Placement leastLoaded() {
        return LEAST_LOADED;
    }

    /**
     * Chooses the place where another selector is believed to live at that moment. They part if one of them moves.
     *
     * @param other the other selector
     * @return a placement
     */
    public static Placement near(Handle<?> other) {
        Given.handle(other, "other");
        return new Placement(balancing -> balancing.near(other.target().location()));
    }

    Member choose(Balancing balancing) {
        return choice.apply(balancing);
    }
}
