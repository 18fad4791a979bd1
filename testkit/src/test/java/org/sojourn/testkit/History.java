package org.sojourn.testkit;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.mail.DeadLetters;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.testkit.simulation.Settings;

/**
 * The chronicle of a simulated run, in which everything happens on one thread, and that numbers what is sent in it. Besides, it judges
 * watches, whatever is lost.
 *
 * <p><b>Watches</b>, on top of what {@link Chronicle} judges: let W have begun n times to watch S. If W lives when the run ends, it has been
 * told n times if S doesn't live, and not at all if S does; both may have moved, and WATCH or the notice may have been on its way by a
 * place that is lost. If W doesn't live it hasn't been told more than n times. A selector lives if it has been constructed, has not ended, and was last
 * seen to begin, or to go on after a move, at a place that is not lost. For S a place isn't lost of whose loss the init place hasn't heard
 * when it announces the end: that may as well have been afterwards.
 *
 * <p>What W does at a place that is lost counts for nothing from the loss on, as whatever is done there: also if that place is only cut off,
 * takes the others for lost, and has W told so. A place that is started anew is another one here; that it is back brings nobody back to life. Where nobody
 * is lost, by a partition or a pause that is short enough, the rule is the same as for a run without troubles.
 */
final class History extends Chronicle implements Judged.Checker {
    private static final ThreadLocal<@Nullable History> CURRENT = new ThreadLocal<>();

    private int messages;

    /** How often each place was started anew. */
    private final Map<Integer, Integer> starts = new HashMap<>();

    /** The numbers of all who have ever been in. */
    private final Map<Member, Integer> numbers = new HashMap<>();

    /** Of each watch, how many notices are still to come. */
    private final Map<Watch, Integer> due = new LinkedHashMap<>();

    private final Set<Watch> told = new LinkedHashSet<>();

    /** The places that the init place has put out before it has announced the end. */
    private final Set<Integer> known = new HashSet<>();

    /** Where each selector is that has been constructed, has not ended, and isn't on its way. */
    private final Map<String, Integer> homes = new HashMap<>();

    private record Watch(String watcher, String whom) {}

    /** A message that has its number in the run. */
    interface Numbered {
        int id();
    }

    /** The history of the run on this thread. */
    static History current() {
        History current = CURRENT.get();
        if (current == null) {
            throw new IllegalStateException("no run has begun on this thread");
        }
        return current;
    }

    static History begin() {
        History history = new History();
        CURRENT.set(history);
        return history;
    }

    static void end() {
        CURRENT.remove();
    }

    /** Something is sent; returns its number. */
    int sent(String sender, String receiver, String mailbox, int from) {
        sent(messages, sender, receiver, mailbox, from);
        return messages++;
    }

    /** The number that the history has for a place as it is now: another one each time it is started anew. */
    int at(int place) {
        return place + starts.getOrDefault(place, 0) * Settings.MAX_PLACES;
    }

    /** Whether a place is lost, and wasn't started anew since. */
    boolean isLostNow(int place) {
        return isLost(at(place));
    }

    /** A place that was lost is another member from now on. */
    void startedAnew(int place) {
        starts.merge(place, 1, Integer::sum);
    }

    /** A member is in, from its start on; returns the number that the history has for it. */
    int isIn(Member member) {
        int number = at(member.place());
        numbers.put(member, number);
        return number;
    }

    /** A place has found that something can't be delivered, and why. */
    void dead(int at, @Nullable Object message, DeadLetters.Cause cause) {
        if (message instanceof Numbered numbered && !isLost(at)) {
            dead(numbered.id(), cause == DeadLetters.Cause.PLACE_LOST);
        }
    }

    /** Something is processed at a place, which counts unless that is lost. */
    void processed(int at, long id) {
        if (!isLost(at)) {
            processed(id);
        }
    }

    /** A selector has exited at a place, which counts unless that is lost. */
    void ended(int at, String who) {
        if (!isLost(at)) {
            ended(who);
        }
    }

    /** Counts unless the place is lost, as it may be and not know it. */
    @Override
    public void runs(String who, int life, int place) {
        if (!isLost(place)) {
            super.runs(who, life, place);
        }
    }

    /** Counts unless the place is lost. */
    @Override
    public void leaves(String who, int life, int place, int to) {
        if (!isLost(place)) {
            homes.remove(who);
            super.leaves(who, life, place, to);
        }
    }

    /** A selector begins, or goes on after a move, or after one that has come to nothing; counts unless the place is lost. */
    void lives(String who, int place) {
        if (!isLost(place)) {
            homes.put(who, place);
        }
    }

    /** A selector has begun to watch another, or once more; counts unless its place is lost. */
    void watches(String watcher, int at, String whom) {
        if (!isLost(at)) {
            due.merge(new Watch(watcher, whom), 1, Integer::sum);
        }
    }

    /** It is told that the other has exited, or is lost; counts unless its place is lost. */
    void noticed(String watcher, int at, String whom) {
        if (isLost(at)) {
            return;
        }
        Watch watch = new Watch(watcher, whom);
        told.add(watch);
        if (due.merge(watch, -1, Integer::sum) < 0) {
            wrong("watch: " + watcher + " is told once too often that " + whom + " has exited");
        }
    }

    /** The init place has put another out, before it has announced the end. */
    void isOut(Member member) {
        known.add(Objects.requireNonNull(numbers.get(member)));
    }

    private boolean isAlive(String who) {
        Integer home = homes.get(who);
        return home != null && !isLost(home) && !hasEnded(who);
    }

    private boolean mayBeAlive(String who) {
        Integer home = homes.get(who);
        return home != null && !known.contains(home) && !hasEnded(who);
    }

    @Override
    public void end(SimulatedCluster cluster, Ending ending) {
        complete();
        told.forEach(watch -> {
            if (isAlive(watch.whom())) {
                wrong("watch: " + watch.watcher() + " is told that " + watch.whom() + " has exited, which lives");
            }
        });
        due.forEach((watch, left) -> {
            if (left > 0 && isAlive(watch.watcher()) && !mayBeAlive(watch.whom())) {
                wrong("watch: " + watch.watcher() + " isn't told that " + watch.whom() + " has exited");
            }
        });
    }
}
