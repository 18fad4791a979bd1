package org.sojourn.weave.frame;

import java.util.List;
import java.util.Objects;

/**
 * The frames that left a stack together, the innermost first: a delta set (M. J. M. Ma, C.-L. Wang and F. C. M. Lau, JESSICA:
 * Java-Enabled Single-System-Image Computing Architecture, 2000). They are one computation: what the first one returns or throws is for the
 * second.
 *
 * @param frames not empty
 */
public record DeltaSet(List<Frame> frames) {
    /** Checks and keeps a copy. */
    public DeltaSet {
        frames = List.copyOf(Objects.requireNonNull(frames, "frames is null; give a list"));
        if (frames.isEmpty()) {
            throw new IllegalArgumentException("a delta set has a frame at least");
        }
    }
}
