package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the checker lets pass when a place is lost, and what it doesn't. */
class ChronicleTest {
    private final Chronicle chronicle = new Chronicle();

    /** Asked for at p1, lives at p2. */
    @BeforeEach
    void lives() {
        chronicle.asked("it", 1, 2);
        chronicle.runs("it", 0, 2);
    }

    private void send(long id) {
        chronicle.sent(id, "main", "it", "orders", 0);
    }

    @Test
    void missing_sentBeforeTheEndAndTheAskersPlaceIsLost_isFound() {
        send(1);
        chronicle.ended("it");
        chronicle.lost(1);
        chronicle.complete();

        assertThat(chronicle.found()).singleElement().asString().startsWith("lost: main to it.orders: 1");
    }

    @Test
    void missing_sentAfterTheEndAndTheAskersPlaceIsLost_passes() {
        chronicle.ended("it");
        send(1);
        chronicle.lost(1);
        chronicle.complete();

        assertThat(chronicle.found()).isEmpty();
    }

    @Test
    void missing_sentAfterTheEndAndAnotherPlaceIsLost_isFound() {
        chronicle.ended("it");
        send(1);
        chronicle.lost(3);
        chronicle.complete();

        assertThat(chronicle.found()).singleElement().asString().startsWith("lost: ");
    }

    @Test
    void missing_ofALivingReceiverWhoseAskersPlaceIsLost_isFound() {
        send(1);
        chronicle.lost(1);
        chronicle.complete();

        assertThat(chronicle.found()).singleElement().asString().startsWith("lost: ");
    }

    @Test
    void dead_twiceAfterTheEndAndTheAskersPlaceIsLost_isFound() {
        chronicle.ended("it");
        send(1);
        chronicle.lost(1);
        chronicle.dead(1, false);
        chronicle.dead(1, false);

        assertThat(chronicle.found()).singleElement().asString().startsWith("repeated, as a dead letter: ");
    }
}
