package org.sojourn.threads.space;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.sojourn.threads.ThreadSpace;
import org.sojourn.threads.programs.Stays;
import org.sojourn.threads.programs.Waits;
import org.sojourn.threads.programs.Works;

/** Runs programs at several places under a seed that says how: what they print is what they print at one, unwoven. */
final class ThreadsRun {
    private static final int MOST_PLACES = 4;

    private ThreadsRun() {}

    /** Lines of several threads come in any order. */
    static List<String> sorted(String text) {
        return Arrays.stream(text.split("\n")).sorted().toList();
    }

    /** What is wrong under some seeds; empty if nothing is. */
    static String search(long seeds) {
        for (long seed = 1; seed <= seeds; seed++) {
            String wrong;
            try {
                wrong = run(seed);
            } catch (Exception | LinkageError e) {
                wrong = e.toString();
            }
            if (!wrong.isEmpty()) {
                return "seed " + seed + ": " + wrong;
            }
        }
        return "";
    }

    private static String run(long seed) throws Exception {
        Random random = new Random(seed);
        int count = 2 + random.nextInt(MOST_PLACES - 1);
        ThreadSpace.Settings settings = new ThreadSpace.Settings(random.nextInt(3) > 0, 1 + random.nextInt(4));
        String works = compared(Works.class, count, settings, Long.toString(seed));
        // Without going round each task begins once at home and once elsewhere.
        String stays = seed % 5 > 2 || seed % 5 == 0
                ? ""
                : compared(Stays.class, 2, new ThreadSpace.Settings(true, seed % 5 - 1));
        return works + stays + (seed % 3 == 1 ? interrupted(count, seed) : "");
    }

    /** What is wrong if judging or writing frames fails: all that is to happen is that threads stay, and that this is said. */
    static String stayed(String why) throws Exception {
        String plain = Places.plain(Works.class, "1");
        try (Places places = new Places(2)) {
            places.begin(new ThreadSpace.Settings(true, 1), Works.class, "1");
            String printed = places.end();
            if (!sorted(printed).equals(sorted(plain))) {
                return "it printed\n" + printed + "\nand at one place\n" + plain;
            }
            String stayed = String.valueOf(places.home().report().get("stayed"));
            return stayed.contains("can't be found out") && stayed.contains(why) ? "" : stayed;
        }
    }

    private static String compared(Class<?> program, int count, ThreadSpace.Settings settings, String... args)
            throws Exception {
        String plain = Places.plain(program, args);
        try (Places places = new Places(count)) {
            places.begin(settings, program, args);
            String printed = places.end();
            if (!sorted(printed).equals(sorted(plain))) {
                return program.getSimpleName() + " at " + count + " places, " + settings + ", printed\n" + printed
                        + "\nand at one\n" + plain;
            }
            return places.refused().isEmpty() ? "" : "refused: " + places.refused();
        }
    }

    private static String interrupted(int count, long seed) throws Exception {
        try (Places places = new Places(count)) {
            boolean sleeps = seed % 2 == 1;
            places.begin(new ThreadSpace.Settings(true, seed / 3 % 2), Waits.class, sleeps ? "sleeps" : "interrupted");
            places.interrupt("waits");
            String printed = places.end();
            String expected = sleeps ? "woken false\nover true\n" : "interrupted true false true\nover false\n";
            return printed.equals(expected) ? "" : "an interrupted thread printed " + printed;
        }
    }
}
