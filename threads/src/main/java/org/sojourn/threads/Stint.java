package org.sojourn.threads;

import org.jspecify.annotations.Nullable;
import org.sojourn.weave.frame.Capture;
import org.sojourn.weave.frame.DeltaSet;
import org.sojourn.weave.frame.Departure;
import org.sojourn.weave.run.Freezer;
import org.sojourn.weave.run.Resumption;

/**
 * The time for which frames that have left a stack run at one place. Those that leave again go back to whoever runs the stint, and not
 * deeper into the stack: else a thread that goes round for long would run out of it.
 */
public final class Stint {
    private Stint() {}

    /**
     * How a stint has ended, if not by a throwable.
     *
     * @param left the frames that have left again; null if all have returned
     * @param result what the last one returned
     */
    public record End(@Nullable DeltaSet left, @Nullable Object result) {}

    /** What a stint's frames return in place of a result when they have left. */
    private record Gone(DeltaSet frames) {}

    /**
     * Runs frames, here.
     *
     * @param frames which
     * @return how it has ended
     * @throws Throwable what the last frame threw
     */
    public static End run(DeltaSet frames) throws Throwable {
        Object result = Resumption.run(frames, null, null);
        return result instanceof Gone(DeltaSet left) ? new End(left, null) : new End(null, result);
    }

    /** {@return what is to be thrown so that all frames of this stint leave; null if one of them can't, or no stint runs} */
    public static @Nullable Capture captureAll() {
        return Freezer.captureAll(Stint.class, Gone::new);
    }

    /**
     * Has frames leave that aren't all of a stint's.
     *
     * @param departure what becomes of them
     * @return what is to be thrown; null if the topmost can't leave
     */
    public static @Nullable Capture captureTop(Departure departure) {
        return Freezer.capture(Stint.class, departure);
    }
}
