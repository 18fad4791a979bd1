package org.sojourn.kernel.part;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.sojourn.kernel.sched.Context;
import org.sojourn.kernel.sched.Overload;
import org.sojourn.selectors.Actor;
import org.sojourn.testkit.SimulatedCluster;

/** A sender counts what waits while the owner takes it, and so finds far more than there is. */
class FloodedTest {
    private final SimulatedCluster cluster =
            SimulatedCluster.builder().places(1).start();
    private final List<Boolean> isOverloaded = new ArrayList<>();
    private final List<Cell> cells = new ArrayList<>();

    @AfterEach
    void close() {
        cluster.close();
    }

    private final class Busy extends Actor<String> {
        @Override
        protected void process(String message) {
            Cell cell = Objects.requireNonNull(Cell.current());
            cells.add(cell);
            isOverloaded.add(cell.overload() != null);
        }
    }

    @Test
    void flood_thatIsNone_isOverBeforeTheNextMessage() {
        cluster.place(0).create(Busy::new).send("first");
        cluster.advance(Duration.ofSeconds(1));

        Cell cell = cells.get(0);
        Overload full = new Overload(cell, Overload.ALL);
        assertThat(cell.begin(full)).isTrue();
        cell.signal(new Signal.Flooded(full));
        cell.post("second");
        cluster.advance(Duration.ofSeconds(1));

        assertThat(isOverloaded).containsExactly(false, false);
    }

    @Test
    void flood_thatIsOne_lastsAsLongAsMuchWaits() {
        cluster.place(0).create(Busy::new).send("first");
        cluster.advance(Duration.ofSeconds(1));
        Cell cell = cells.get(0);
        for (int i = 0; i <= cell.home.most; i++) {
            cell.post("more");
        }

        assertThat(cell.flooded(Context.current())).isNotNull();
        cell.signal(new Signal.Flooded(Objects.requireNonNull(cell.overload())));
        cluster.advance(Duration.ofSeconds(1));

        assertThat(isOverloaded.get(1)).as("while all wait").isTrue();
        assertThat(isOverloaded.get(isOverloaded.size() - 1)).as("at the last").isFalse();
    }
}
