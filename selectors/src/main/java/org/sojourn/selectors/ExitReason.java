package org.sojourn.selectors;

import org.jspecify.annotations.Nullable;

/** Why a selector has exited. */
public sealed interface ExitReason {
    /** It called {@code exit()}. */
    record Normal() implements ExitReason {}

    /**
     * Its constructor, {@code preStart} or a handler threw.
     *
     * @param description which selector failed in what, and how
     * @param cause what was thrown, as data; null if it could not travel
     */
    record Failed(String description, @Nullable Throwable cause) implements ExitReason {
        /** Checks the description. */
        public Failed {
            Given.name(description, "description");
        }
    }

    /** Somebody else ended it with {@link Handle#stop}. */
    record Stopped() implements ExitReason {}

    /**
     * The place where it lived is lost.
     *
     * @param description which place
     */
    record PlaceLost(String description) implements ExitReason {
        /** Checks the description. */
        public PlaceLost {
            Given.name(description, "description");
        }
    }

    /** It had exited before anybody watched, or never existed. */
    record Unknown() implements ExitReason {}
}
