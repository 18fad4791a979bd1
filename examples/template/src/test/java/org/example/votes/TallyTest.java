package org.example.votes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Place;
import org.sojourn.testkit.SimulatedCluster;
import org.sojourn.testkit.SojournTest;
import org.sojourn.testkit.TestPlace;

/** The tally by itself, and over three places of which one is cut off for a while. */
class TallyTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    @Test
    void votes_ofOneChoice_areAddedUp() {
        try (TestPlace place = TestPlace.copying()) {
            Handle<Tally.Message> tally = place.create(Tally::new);
            tally.send(new Tally.Vote("tea"));
            tally.send(new Tally.Vote("tea"));
            assertEquals(Map.of("tea", 2), place.await(tally.request(Tally.Result::new, MINUTE)));
        }
    }

    @SojournTest(places = 3, seeds = 20)
    void votes_whileAPlaceIsCutOff_areCountedOnce(SimulatedCluster cluster) {
        Handle<Tally.Message> tally = cluster.place(0).create(Tally::new);
        cluster.partition(2);
        for (int i = 0; i < 3; i++) {
            Place place = new Place(i);
            cluster.place(0).create(place, () -> new Voter(tally)).send("tea");
        }
        cluster.advance(Duration.ofSeconds(5));
        cluster.heal();
        cluster.advance(Duration.ofSeconds(5));
        assertEquals(Map.of("tea", 3), cluster.await(tally.request(Tally.Result::new, MINUTE)));
    }
}
