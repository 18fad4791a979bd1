package org.sojourn.testkit;

import java.util.List;
import java.util.Objects;

/**
 * What has happened.
 *
 * @param hash equal for runs in which the same happened at the same times
 * @param tail the last events in words, the oldest first
 */
public record Trace(long hash, List<String> tail) {
    /** Copies the events. */
    public Trace {
        tail = List.copyOf(Objects.requireNonNull(tail, "tail is null; give a list, or List.of()"));
    }
}
