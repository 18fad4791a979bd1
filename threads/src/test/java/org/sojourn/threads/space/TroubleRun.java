package org.sojourn.threads.space;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.sojourn.threads.ThreadSpace;
import org.sojourn.threads.programs.Troubled;
import org.sojourn.threads.wire.Message;

/**
 * Loses a place, drains it, or has the console close, before or after some message of masters and slaves: which message, which of its sort and
 * what happens follow from a seed. Each thread comes to what it comes to at one place, or to the error of a lost place, once.
 */
final class TroubleRun {
    private static final List<Class<? extends Message>> STEPS = List.of(
            Message.Go.class,
            Message.Retreat.class,
            Message.Interrupt.class,
            Message.Print.class,
            Message.Printed.class,
            Message.Seen.class,
            Message.Done.class,
            Message.Failed.class,
            Message.Back.class,
            Message.Refused.class);

    private static final int PLACES = 3;
    private static final int TROUBLED = 1;

    private enum Trouble {
        LOSS,
        DRAIN,
        CLOSE
    }

    private TroubleRun() {}

    /** All steps with all troubles, before or after; twice as many have both. */
    static int all() {
        return STEPS.size() * Trouble.values().length;
    }

    /** What is wrong under some seeds; empty if nothing is. */
    static String search(long seeds) {
        for (long seed = 0; seed < seeds; seed++) {
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

    /** The same where a fault is planted, which may have a program wait for ever: not for long, as a wait that is cut short is no harm here. */
    static String hunt(long seeds) {
        Places.patienceSeconds = 10;
        return search(seeds);
    }

    private static String run(long seed) throws Exception {
        Class<? extends Message> step = STEPS.get((int) (seed % STEPS.size()));
        long rest = seed / STEPS.size();
        Trouble trouble = Trouble.values()[(int) (rest % Trouble.values().length)];
        boolean isBefore = seed % 2 == 0;
        Random random = new Random(seed);
        int which = random.nextInt(3);
        String plain = Places.plain(Troubled.class);
        AtomicInteger count = new AtomicInteger();
        try (Places places = new Places(PLACES)) {
            Consumer<Message> listener = message -> {
                if (step.isInstance(message) && count.getAndIncrement() == which) {
                    happens(trouble, places);
                }
            };
            if (isBefore) {
                places.hear(listener);
            } else {
                places.hearAfter(listener);
            }
            places.begin(new ThreadSpace.Settings(true, 1), Troubled.class);
            String wrong = judged(places.end(), plain, trouble);
            String what = trouble + (isBefore ? " before " : " after ") + step.getSimpleName() + " " + which;
            return wrong.isEmpty() ? "" : what + ": " + wrong;
        }
    }

    private static void happens(Trouble trouble, Places places) {
        switch (trouble) {
            case LOSS -> places.lose(TROUBLED);
            case DRAIN -> places.place(TROUBLED).drain();
            case CLOSE -> places.home().close();
        }
    }

    /** All that the plain program prints, once, but that a task may be lost, with what it would have printed. */
    private static String judged(String printed, String plain, Trouble trouble) {
        List<String> expected = new ArrayList<>(ThreadsRun.sorted(plain));
        List<String> strange = new ArrayList<>();
        int lost = 0;
        for (String line : ThreadsRun.sorted(printed)) {
            if (line.endsWith(" lost") || line.equals("waits got PlaceLostError")) {
                lost++;
            } else if (!expected.remove(line)) {
                strange.add(line);
            }
        }
        boolean isMissing = expected.stream().anyMatch(line -> !isOfLost(line, printed));
        return strange.isEmpty() && !isMissing && (lost == 0 || trouble == Trouble.LOSS)
                ? ""
                : "printed\n" + printed + "\nwithout " + expected + ", and besides " + strange;
    }

    /** Whether a line is one of a task whose place was lost. */
    private static boolean isOfLost(String line, String printed) {
        String task = line.replaceAll("^began ", "").replaceAll(" .*", "");
        List<String> lines = Arrays.asList(printed.split("\n"));
        return lines.contains(task + " lost")
                || (task.equals("waiting") || task.equals("interrupted")) && lines.contains("waits got PlaceLostError");
    }
}
