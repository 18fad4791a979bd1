package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Distribution;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.PlaceLostException;
import org.sojourn.selectors.SelectorSystem;

/** Places that are lost, and places that never were: a loss isn't the caller's mistake. */
class PlaceWantedTest {
    private static final Place LOST = new Place(1);
    private static final Place NONE = new Place(9);

    /** What has become of the traveller, in the order of one thread. */
    private static final List<String> LOG = new ArrayList<>();

    private final SimulatedCluster cluster = SimulatedCluster.of(3, 7);
    private final SelectorSystem system = cluster.place(0);

    @BeforeAll
    static void quiet() {
        Logs.off();
    }

    @AfterEach
    void close() {
        cluster.close();
        LOG.clear();
    }

    private void lose() {
        cluster.crash(LOST.id());
        cluster.advance(Duration.ofMinutes(2));
        assertThat(system.places()).containsExactly(new Place(0), new Place(2));
    }

    /** Moves where it is told to, and writes down what it is told of that. */
    private static final class Traveller extends Actor<Object> {
        @Override
        protected void process(Object message) {
            if (message instanceof Place place) {
                migrateTo(place);
                LOG.add("asked");
            } else {
                LOG.add(message + " at " + here());
            }
        }

        @Override
        protected void beforeMove(Place to) {
            LOG.add("before " + to);
        }

        @Override
        protected void afterMove(Place from) {
            LOG.add("after " + from);
        }
    }

    @Test
    void migrateTo_aLostPlace_goesOnHereAndIsTold() {
        lose();
        Handle<Object> traveller = system.create(Traveller::new);
        traveller.send(LOST);
        traveller.send("goes on");

        assertThat(cluster.run().word()).isEqualTo(Ending.Word.TERMINATED_WITH_LOSS);
        assertThat(LOG).containsExactly("asked", "before p1", "after p0", "goes on at p0");
    }

    @Test
    void migrateTo_aPlaceThatNeverWas_isAMistakeOfTheSelectors() {
        system.create(Traveller::new).send(NONE);

        Ending ending = cluster.run();
        assertThat(ending.word()).isEqualTo(Ending.Word.FAILED);
        assertThat(ending.sentences())
                .singleElement()
                .asString()
                .contains("IllegalArgumentException: the run has no place p9, and never had; there are [p0, p1, p2]");
    }

    @Test
    void create_atALostPlace_saysThatItIsLost() {
        lose();
        assertThatThrownBy(() -> system.create(LOST, Traveller::new))
                .isInstanceOf(PlaceLostException.class)
                .hasMessage("place p1 is lost; usable are [p0, p2]");
        Handle<Object> traveller = system.create(Traveller::new);
        assertThatThrownBy(() -> system.move(traveller, LOST)).isInstanceOf(PlaceLostException.class);
    }

    @Test
    void aPlaceThatNeverWas_isRefusedByAllThatTakePlaces() {
        Handle<Object> traveller = system.create(Traveller::new);
        assertMistaken(() -> system.create(NONE, Traveller::new));
        assertMistaken(() -> system.move(traveller, NONE));
        assertMistaken(() -> system.newSelector(NONE.id(), Traveller.class));
        assertMistaken(() -> system.deadLetters(NONE, traveller));
        assertMistaken(() -> system.createGroup(
                2, Distribution.cyclic(List.of(new Place(0), NONE)), (group, index) -> new Traveller()));
    }

    private static void assertMistaken(ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("the run has no place p9, and never had; ");
    }
}
