package org.sojourn.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A change of the public API is a change of a text file, so that nobody makes one unawares. */
final class ApiListingTest {
    private static final String RENEW = "mvn -q package -pl system-tests -am"
            + " -Dtest=ApiListingTest -Dsurefire.failIfNoSpecifiedTests=false -Dapi=renew";

    @ParameterizedTest
    @EnumSource(
            value = Room.class,
            names = {
                "KERNEL",
                "SELECTORS",
                "NET",
                "HOST",
                "METRICS",
                "TRACING",
                "MAPPING",
                "MESSENGERS",
                "WEAVE",
                "TESTKIT"
            })
    void room_itsPublicApi_isAsListed(Room room) throws IOException {
        Path listing = room.path().resolve("api.txt");
        String now = ApiListing.of(room);
        if (System.getProperty("api", "").equals("renew")) {
            Files.writeString(listing, now);
        }
        assertThat(listing)
                .as("the public API of %s; if the change is meant: %s", room.directory(), RENEW)
                .exists()
                .content()
                .isEqualTo(now);
    }

    /** The planted change. */
    @Test
    void describe_oneMethodMore_differs() {
        assertThat(ApiListing.describe(Before.class).replace("Before", "After"))
                .isNotEqualTo(ApiListing.describe(After.class));
        assertThat(ApiListing.describe(After.class))
                .contains("protected void", "later()")
                .doesNotContain("hidden");
    }

    /** As it was. */
    public static class Before {
        /** Makes one. */
        public Before() {}
    }

    /** With a method more. */
    public static class After {
        /** Makes one. */
        public After() {}

        /** The method. */
        protected void later() {
            hidden();
        }

        void hidden() {}
    }
}
