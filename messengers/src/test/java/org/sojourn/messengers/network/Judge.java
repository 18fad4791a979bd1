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
 * Tells walkers what to do next, and judges what they have done.
 *
 * <ul>
 *   <li>Each walker makes each of its steps once and in order, and comes to its end unless it was killed.
 *   <li>No message is received that wasn't sent or has been received already, and those from one node to another stay in order.
 *   <li>What a walker begins comes to each of its {@link Task}'s ends as often as it should.
 *   <li>A journey is over when all of it has ended, and not before; it fails only if a place is lost.
 * </ul>
 *
 * <p>A simulated run has one thread.
 */
public final class Judge {
    private static final int STEPS = 10;
    private static final int WALKERS = 6;

    private static Judge current = new Judge(new SplittableRandom(0));

    /** What a walker is to do, with which of what it knows, and by which name. */
    public record Next(int what, int number, String text) {}

    private final SplittableRandom random;
    private final List<String> wrong = new ArrayList<>();
    private final List<Walker> walkers = new ArrayList<>();

    /** How many tasks and messages there are, which are numbered together. */
    private int numbers;

    private final Map<Integer, Task> tasks = new HashMap<>();

    /** From which node each message was sent. */
    private final Map<Integer, Object> senders = new HashMap<>();

    private final Set<Integer> received = new HashSet<>();
    private final List<Journey> journeys = new ArrayList<>();
    private int links;
    private boolean isLosing;

    /** One injection, with all that comes of it. */
    private static final class Journey {
        boolean isOver;
    }

    /** A messenger that asks what to do. */
    private static final class Walker {
        final Journey journey;
        int done;

        @Nullable
        Object id;

        boolean isOver;
        boolean isKilled;

        Walker(Journey journey) {
            this.journey = journey;
        }
    }

    /** What a messenger of a script of its own does. */
    private enum Kind {
        CALLER(0),
        ASKER(0, 1),
        SITTER(0, 2),
        CROSSER(0),
        RACER(0),
        FAN(2, 3, 3),
        KNOT(1, 2, 1),
        HUNTER(0, 1);

        /** How many of its messengers find no link to hop along. */
        final int lost;

        /** How many messengers come to each of its ends; none if that isn't certain. */
        final int[] ends;

        Kind(int lost, int... ends) {
            this.lost = lost;
            this.ends = ends;
        }
    }

    /** A messenger of a script of its own that a walker has begun. */
    private static final class Task {
        final Kind kind;
        final Walker by;
        final int[] came = new int[2];
        final Set<Object> called = new HashSet<>();
        boolean isBegun;

        Task(Kind kind, Walker by) {
            this.kind = kind;
            this.by = by;
        }
    }

    Judge(SplittableRandom random) {
        this.random = random;
    }

    /** Judges the run that begins now. */
    static Judge begin(SplittableRandom random) {
        current = new Judge(random);
        return current;
    }

    void loses() {
        isLosing = true;
    }

    /** The number of the walker that a new journey begins with. */
    int begins() {
        journeys.add(new Journey());
        return begins(journeys.get(journeys.size() - 1));
    }

    private int begins(Journey journey) {
        walkers.add(new Walker(journey));
        return walkers.size() - 1;
    }

    /** The journey that a walker began is over. */
    void ends(int walker, @Nullable Throwable failure) {
        Journey journey = walkers.get(walker).journey;
        journey.isOver = true;
        if (failure != null && !isLosing) {
            wrong.add("the journey of walker " + walker + " has failed: " + failure.getMessage());
        }
    }

    private void happens(Journey journey, String what) {
        if (journey.isOver && !isLosing) { // a loss ends journeys, whatever goes on
            wrong.add(what + " after the end of its journey");
        }
    }

    // ---- what walkers do ------------------------------------------------------------------------------------------

    /** A walker is about to make a step of its own. */
    public static Next step(int walker, int step, Object id, Object at) {
        return current.next(walker, step, id, at);
    }

    private Next next(int number, int step, Object id, Object at) {
        if (number >= walkers.size()) {
            wrong.add("walker " + number + " is unknown");
            return new Next(0, 0, "");
        }
        Walker walker = walkers.get(number);
        happens(walker.journey, "walker " + number + " makes step " + step);
        if (step != walker.done) {
            wrong.add("walker " + number + " makes step " + step + " and not " + walker.done);
        }
        if (walker.isOver) {
            wrong.add("walker " + number + " makes step " + step + " after its end");
        }
        walker.done = step + 1;
        if (walker.id != null && !walker.id.equals(id)) {
            wrong.add("walker " + number + " is " + id + " and was " + walker.id);
        }
        walker.id = id;
        if (step >= STEPS) {
            walker.isOver = true;
            return new Next(0, 0, "");
        }
        return choose(walker, at);
    }

    private Next choose(Walker walker, Object at) {
        int what = 1 + random.nextInt(18);
        return switch (what) {
            case 1, 2 -> new Next(what, random.nextInt(60), "");
            case 3 -> walkers.size() < WALKERS ? new Next(3, begins(walker.journey), "") : new Next(9, 0, "");
            case 4 -> new Next(4, 0, "x" + links++);
            case 5, 18 -> new Next(5, messages(at), "");
            case 6 -> new Next(6, random.nextInt(4), "");
            case 8 -> new Next(random.nextInt(4) == 0 ? 8 : 9, 0, "");
            case 10 -> task(what, Kind.CALLER, walker);
            case 11 -> task(what, Kind.ASKER, walker);
            case 12 -> task(what, Kind.SITTER, walker);
            case 13 -> task(what, Kind.CROSSER, walker);
            case 14 -> task(what, Kind.FAN, walker);
            case 15 -> task(what, Kind.KNOT, walker);
            case 16 -> task(what, Kind.HUNTER, walker);
            case 17 -> task(what, Kind.RACER, walker);
            default -> new Next(what, 0, "");
        };
    }

    /** Three are sent at once. */
    private int messages(Object from) {
        for (int i = 0; i < 3; i++) {
            senders.put(numbers++, from);
        }
        return numbers - 3;
    }

    private Next task(int what, Kind kind, Walker walker) {
        int number = numbers++;
        tasks.put(number, new Task(kind, walker));
        return new Next(what, number, "x" + links++);
    }

    /** A walker or an asker has received a message. */
    public static int got(int number) {
        if (!current.senders.containsKey(number) || !current.received.add(number)) {
            current.wrong.add("message " + number + " is received that wasn't sent, or a second time");
        }
        return number;
    }

    /** Says which messenger is to be killed, if any, and that it is. */
    public static @Nullable Object victim(int walker) {
        return current.choosesVictim(walker);
    }

    private @Nullable Object choosesVictim(int walker) {
        for (int i = 0; i < walkers.size(); i++) {
            Walker each = walkers.get(i);
            if (i != walker && each.id != null && !each.isOver && random.nextInt(3) == 0) {
                each.isKilled = true;
                return (Name) each.id;
            }
        }
        return null;
    }

    // ---- what they have begun -------------------------------------------------------------------------------------

    private Task task(int number, String what) {
        Task task = tasks.getOrDefault(number, new Task(Kind.CALLER, new Walker(new Journey())));
        happens(task.by.journey, task.kind + " " + number + " " + what);
        return task;
    }

    /** A task runs. */
    public static int begins(int number) {
        Task task = current.task(number, "begins");
        if (task.isBegun) {
            current.wrong.add(task.kind + " " + number + " begins a second time");
        }
        task.isBegun = true;
        return number;
    }

    /** A messenger of a task has come to one of its ends. */
    public static int comes(int number, int end) {
        current.task(number, "comes to end " + end).came[end]++;
        return number;
    }

    /** A messenger that went to all nodes has come to one of them. */
    public static int called(int number, Object node) {
        Task task = current.task(number, "comes to " + node);
        task.came[0]++;
        if (!task.called.add(node) && !current.isLosing) { // a loss may have two places answer for it
            current.wrong.add("call " + number + " comes to " + node + " a second time");
        }
        return number;
    }

    /** Prey that was killed hasn't ended of that. */
    public static int escapes(int number) {
        if (!current.isLosing) { // the place that has killed it may be lost before the others are told
            current.wrong.add("the prey of hunter " + number + " escapes");
        }
        return number;
    }

    /** How many walkers were killed, or had come to their end just before. */
    long killed() {
        return walkers.stream().filter(each -> each.isKilled).count();
    }

    // ---- at the end -----------------------------------------------------------------------------------------------

    /**
     * What shows at the end, and all else.
     *
     * @param boxes the messages in each node's box, in order
     * @param lostHops how many messengers have found no link
     */
    List<String> end(List<List<Object>> boxes, long lostHops) {
        for (Journey each : journeys) {
            if (!each.isOver) {
                wrong.add("the journey of walker "
                        + walkers.stream()
                                .map(walker -> walker.journey)
                                .toList()
                                .indexOf(each) + " isn't over");
            }
        }
        if (!isLosing) {
            for (int i = 0; i < walkers.size(); i++) {
                Walker each = walkers.get(i);
                if (!each.isOver && !each.isKilled) {
                    wrong.add("walker " + i + " is lost after step " + (each.done - 1));
                }
            }
            requireMessages(boxes);
            requireTasks(lostHops);
        }
        return wrong;
    }

    private void requireMessages(List<List<Object>> boxes) {
        long inBoxes = boxes.stream().mapToLong(List::size).sum();
        long missing = senders.size() - received.size() - inBoxes;
        if (missing < 0 || missing > killed()) { // whoever is killed may just have taken one
            wrong.add("of " + senders.size() + " messages " + received.size() + " are received and " + inBoxes
                    + " are in boxes");
        }
        for (List<Object> box : boxes) {
            Map<Object, Integer> last = new HashMap<>();
            for (Object each : box) {
                Object sender = senders.get(each);
                Integer before = sender == null ? null : last.put(sender, (Integer) each);
                if (before != null && before > (Integer) each) {
                    wrong.add("inversion: message " + each + " from " + sender + " comes after " + before);
                }
            }
        }
    }

    private void requireTasks(long lostHops) {
        int[] expected = {0};
        tasks.forEach((number, task) -> {
            if (!task.isBegun) {
                if (!task.by.isKilled) {
                    wrong.add(task.kind + " " + number + " never begins");
                }
                return;
            }
            expected[0] += task.kind == Kind.CROSSER || task.kind == Kind.RACER ? 1 - task.came[0] : task.kind.lost;
            for (int i = 0; i < task.kind.ends.length; i++) {
                if (task.came[i] != task.kind.ends[i]) {
                    wrong.add(task.came[i] + " messengers come to end " + i + " of " + task.kind + " " + number
                            + " and not " + task.kind.ends[i]);
                }
            }
        });
        if (lostHops != expected[0]) {
            wrong.add(lostHops + " hops along no link and not " + expected[0]);
        }
    }
}
