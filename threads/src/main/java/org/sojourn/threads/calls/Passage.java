package org.sojourn.threads.calls;

import org.jspecify.annotations.Nullable;

/**
 * Where code of a program looks whether its frames are to leave, besides its loops: where a task begins, and where a frame goes on that had
 * called what can't leave. While nothing is to leave that is a read of a field.
 */
public final class Passage {
    /** What is done there. It may throw a {@link org.sojourn.weave.frame.Capture}. */
    public interface Gate {
        /** A {@code run} or {@code call} begins, in its own frame. */
        void enter();

        /** A frame goes on. */
        void back();

        /** What begins here stays, whoever asks. */
        void stays(String why);
    }

    /** Set while somebody may leave, at the home place. A program that reads an older value goes on here for a while. */
    private static volatile @Nullable Gate gate;

    private Passage() {}

    /** Sets what is done from now on. */
    public static void set(@Nullable Gate now) {
        gate = now;
    }

    /** A task begins. */
    public static void enter() {
        Gate now = gate;
        if (now != null) {
            now.enter();
        }
    }

    /** What begins here runs at home, for a reason that shows in the code. */
    public static void stays(String why) {
        Gate now = gate;
        if (now != null) {
            now.stays(why);
        }
    }

    /** A frame goes on. */
    public static void back() {
        Gate now = gate;
        if (now != null) {
            now.back();
        }
    }
}
