package org.sojourn.examples.threads;

import java.util.List;
import java.util.Set;
import org.sojourn.examples.usage.Arguments;

/**
 * Many levels deep, with a frame of the platform in each: the program by which delta execution was measured (M. J. M. Ma, C.-L. Wang and
 * F. C. M. Lau, JESSICA, 2000). A thread that is moved when it is at the bottom goes back and forth on its way up, and prints each level at its
 * home, in order.
 */
public final class DeltaE {
    private static final int USUAL = 100;
    private static final int MOST = 1_000;
    private static final int MILLIS = 500;
    private static final int LONGEST = 60_000;

    private DeltaE() {}

    /** Checks arguments. */
    public static void check(String... args) {
        levels(args);
        millis(args);
    }

    private static Arguments arguments(String... args) {
        return Arguments.of("deltae [LEVELS] [MILLIS]", 2, Set.of(), args);
    }

    private static int levels(String... args) {
        return arguments(args).number(0, "LEVELS", USUAL, 1, MOST);
    }

    private static int millis(String... args) {
        return arguments(args).number(1, "MILLIS", MILLIS, 0, LONGEST);
    }

    private static void descend(int level, int millis) {
        if (level == 0) {
            stay(millis);
        } else {
            List.of(level - 1).forEach(next -> descend(next, millis));
        }
        System.out.println("level " + level);
    }

    private static void stay(int millis) {
        long from = System.nanoTime();
        long rounds = 0;
        while (System.nanoTime() - from < millis * 1_000_000L) {
            for (int i = 0; i < 100; i++) {
                rounds += i;
            }
        }
        System.out.println(rounds > 0 || millis == 0 ? "bottom" : "no bottom");
    }

    /**
     * Goes down and up.
     *
     * @param args the number of levels, and how long to stay at the bottom in milliseconds
     */
    public static void main(String[] args) throws InterruptedException {
        int levels = levels(args);
        int millis = millis(args);
        Thread thread = new Thread(() -> descend(levels, millis), "deltae");
        thread.start();
        thread.join();
    }
}
