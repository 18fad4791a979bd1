package org.example.visits;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import org.junit.jupiter.api.Test;

/** The run begins with the application, and is injected. */
@QuarkusTest
class VisitsTest {
    @Inject
    Visits visits;

    @Test
    void visits_ofAnInjectedRun_areCounted() {
        visits.visit().join();
        assertEquals(2, visits.visit().join());
    }
}
