package org.sojourn.threads.space;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.sojourn.threads.programs.Travels;

/** What values are where they have gone. */
class TravelTest {
    @Test
    void record_whoseConstructorDoesMoreThanStore_isTheSameAndItsConstructorDoesNotRun() throws Exception {
        try (Places places = new Places(2)) {
            Object grid = places.call(1, Travels.class, "grid");
            assertThat(places.call(1, Travels.class, "describedGrid", grid))
                    .isEqualTo("one [7.0, 2.0, 3.0] 1099511627776 1");
            assertThat(places.call(0, Travels.class, "describedGrid", places.brought(grid)))
                    .isEqualTo("one [7.0, 2.0, 3.0] 1099511627776 0");
        }
    }
}
