package org.sojourn.testkit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.sojourn.selectors.ReplyTo;

/** Tests of selectors at one place, with a probe; a place for each test. */
abstract class OnePlace {
    final TestPlace place = TestPlace.open();
    final Probe<Object> probe = place.probe(Object.class);

    @BeforeAll
    static void quiet() {
        Logs.off();
    }

    @AfterEach
    void close() {
        place.close();
    }

    /** What askers send. */
    record Ask(ReplyTo<String> asker) {}
}
