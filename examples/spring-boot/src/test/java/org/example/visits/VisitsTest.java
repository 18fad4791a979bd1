package org.example.visits;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;

/** The run begins with the context, is injected, and ends with it. */
class VisitsTest {
    @Test
    void run_ofAContext_isInjectedAndEndsWithIt() {
        Visits visits;
        try (var context = SpringApplication.run(Application.class)) {
            visits = context.getBean(Visits.class);
            assertEquals(3, visits.visit().join());
        }
        assertThrows(IllegalStateException.class, visits::visit);
    }
}
