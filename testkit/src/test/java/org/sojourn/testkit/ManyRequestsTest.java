package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.sojourn.kernel.ask.Outcome;
import org.sojourn.kernel.ask.Question;
import org.sojourn.kernel.part.Cell;
import org.sojourn.kernel.part.ReplyAddress;
import org.sojourn.kernel.place.Kernel;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Place;

/** A selector with many open requests that is to move: how often it is looked what keeps it. */
class ManyRequestsTest {
    private static final int MANY = 2_000;

    /** So often each request is looked at. */
    private static final int LOOKS = 5 * MANY;

    private final SimulatedCluster cluster = SimulatedCluster.of(2, 1);
    private final Kernel kernel = cluster.cluster().kernel(0);
    private final Handle<Object> asker = asker(cluster);
    private final List<Counted> requests = new ArrayList<>();
    private final List<ReplyAddress> addresses = new ArrayList<>();
    private int looks;
    private int answered;

    private static Handle<Object> asker(SimulatedCluster cluster) {
        Handle<Object> nobody = cluster.place(0).create(Nobody::new);
        return cluster.place(0).create(() -> new Scripted(nobody));
    }

    /** Is told nothing. */
    private static final class Nobody extends Actor<Object> {
        @Override
        protected void process(Object message) {
            throw new AssertionError(message);
        }
    }

    /** Counts how often it is asked what keeps it. */
    private final class Counted extends Question {
        private final boolean isBound;

        Counted(Cell asker, boolean isBound) {
            super(asker, asker, "a request");
            this.isBound = isBound;
        }

        @Override
        protected @Nullable String staysBecause() {
            looks++;
            return isBound ? "it is" : null;
        }

        @Override
        protected void answered(@Nullable Object value) {
            answered++;
        }

        @Override
        protected void unanswered(Outcome why) {
            throw new AssertionError(why);
        }
    }

    @BeforeAll
    static void quiet() {
        Logs.off();
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    /** Has it ask, and orders it to move. Only the last request keeps it. */
    private CompletableFuture<Place> asking() {
        Scripted.tell(asker, self -> {
            for (int i = 0; i <= MANY; i++) {
                Counted request = new Counted(Objects.requireNonNull(Cell.current()), i == MANY);
                requests.add(request);
                addresses.add(kernel.requests().open(request, null));
            }
        });
        cluster.advance(Duration.ofMillis(100));
        CompletableFuture<Place> moved = cluster.place(0).move(asker, new Place(1));
        cluster.advance(Duration.ofMillis(100));
        return moved;
    }

    private void answer(int request) {
        kernel.requests().answer(addresses.get(request), Outcome.value("yes"));
    }

    private void assertFew(CompletableFuture<Place> moved) {
        assertThat(moved).isNotDone();
        answer(MANY);
        assertThat(cluster.await(moved)).isEqualTo(new Place(1));
        assertThat(looks).isBetween(MANY, LOOKS);
    }

    @Test
    void orderToMove_whileManyAreAnsweredBeforeTheOneThatKeepsIt_looksAtEachAFewTimes() {
        CompletableFuture<Place> moved = asking();

        for (int i = 0; i < MANY; i++) {
            answer(i);
            cluster.advance(Duration.ofMillis(1));
        }

        assertFew(moved);
        assertThat(answered).isEqualTo(MANY + 1);
    }

    @Test
    void orderToMove_whileManyAreGivenUpBeforeTheOneThatKeepsIt_looksAtEachAFewTimes() {
        CompletableFuture<Place> moved = asking();

        Scripted.tell(asker, self -> requests.subList(0, MANY).forEach(kernel.requests()::abandon));
        cluster.advance(Duration.ofMillis(100));

        assertFew(moved);
        assertThat(answered).isEqualTo(1);
    }
}
