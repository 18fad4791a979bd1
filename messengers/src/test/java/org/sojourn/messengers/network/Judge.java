package org.sojourn.messengers.network;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.name.Name;

/**
 * Tells walkers what to do next, and judges what they have done: each walker makes each of its steps once and in order, one that was
 * killed makes none afterwards, and no message is received that wasn't sent or has been received already. A simulated run has one thread.
 */
public final class Judge {
    private static final int STEPS = 12;

    private static Judge current = new Judge(new SplittableRandom(0), 1);

    /** What a walker is to do, with which of what it knows, and by which name. */
    public record Next(int what, int number, String text) {}

    private final SplittableRandom random;
    private final int places;
    final List<String> wrong = new ArrayList<>();
    private final Map<Integer, Integer> done = new HashMap<>();
    private final Map<Integer, Object> ids = new HashMap<>();
    private final Set<Integer> over = new HashSet<>();
    private final Set<Integer> killed = new HashSet<>();
    private final Set<Integer> sent = new HashSet<>();
    private final Set<Integer> received = new HashSet<>();
    private int walkers;
    private int links;
    private int calls;
    private final Set<String> called = new HashSet<>();
    private boolean isLosing;

    Judge(SplittableRandom random, int places) {
        this.random = random;
        this.places = places;
    }

    /** Judges the run that begins now. */
    static Judge begin(SplittableRandom random, int places) {
        current = new Judge(random, places);
        return current;
    }

    void loses() {
        isLosing = true;
    }

    int newWalker() {
        done.put(walkers, 0);
        return walkers++;
    }

    /** A walker is about to make a step of its own. */
    public static Next step(int walker, int step, Object id) {
        return current.next(walker, step, id);
    }

    private Next next(int walker, int step, Object id) {
        int expected = done.getOrDefault(walker, -1);
        if (step != expected) {
            wrong.add("walker " + walker + " makes step " + step + " and not " + expected);
        }
        if (over.contains(walker)) {
            wrong.add("walker " + walker + " makes step " + step + " after its end");
        }
        done.put(walker, step + 1);
        Object before = ids.putIfAbsent(walker, id);
        if (before != null && !before.equals(id)) {
            wrong.add("walker " + walker + " is " + id + " and was " + before);
        }
        if (step >= STEPS) {
            over.add(walker);
            return new Next(0, 0, "");
        }
        return choose();
    }

    private Next choose() {
        int what = 1 + random.nextInt(12);
        return switch (what) {
            case 1, 2 -> new Next(1, random.nextInt(4), "");
            case 3 -> new Next(2, 0, "p" + random.nextInt(places));
            case 4 -> walkers < 12 ? new Next(3, newWalker(), "") : new Next(9, 0, "");
            case 5 -> new Next(4, 0, "x" + links++);
            case 6 -> {
                int number = sent.size();
                sent.add(number);
                yield new Next(5, number, "");
            }
            case 7 -> new Next(6, 0, "");
            case 8 -> new Next(7, 0, "");
            case 9 -> new Next(random.nextInt(4) == 0 ? 8 : 9, 0, "");
            case 10 -> new Next(10, calls++, "");
            case 11 -> new Next(11, random.nextInt(4), "");
            default -> new Next(9, 0, "");
        };
    }

    /** A walker has received a message. */
    public static int got(int number) {
        if (!current.sent.contains(number) || !current.received.add(number)) {
            current.wrong.add("message " + number + " is received that wasn't sent, or a second time");
        }
        return number;
    }

    /** A messenger that went to all nodes has come to one of them. */
    public static int called(int number, Object node) {
        if (!current.called.add(number + " " + node) && !current.isLosing) { // a loss may have two places answer for it
            current.wrong.add("call " + number + " comes to " + node + " a second time");
        }
        return number;
    }

    /** Says which messenger is to be killed, if any, and that it is. */
    public static @Nullable Object victim(int walker) {
        return current.choosesVictim(walker);
    }

    private @Nullable Object choosesVictim(int walker) {
        for (Map.Entry<Integer, Object> each : ids.entrySet()) {
            if (each.getKey() != walker && !over.contains(each.getKey()) && random.nextInt(3) == 0) {
                killed.add(each.getKey());
                return (Name) each.getValue();
            }
        }
        return null;
    }

    /** What shows at the end: all have come to their end, but for those that were killed or lost. */
    List<String> end(long inBoxes) {
        for (int walker = 0; walker < walkers; walker++) {
            if (!over.contains(walker) && !killed.contains(walker) && !isLosing) {
                wrong.add("walker " + walker + " is lost after step " + (done.getOrDefault(walker, 0) - 1));
            }
        }
        long missing = sent.size() - received.size() - inBoxes;
        if (!isLosing && (missing < 0 || missing > killed.size())) { // whoever is killed may just have taken one
            wrong.add("of " + sent.size() + " messages " + received.size() + " are received and " + inBoxes
                    + " are in boxes");
        }
        return wrong;
    }
}
