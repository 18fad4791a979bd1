package org.sojourn.testkit;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.mail.DeadLetters;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.testkit.simulation.Settings;

/**
 * The chronicle of a simulated run, in which everything happens on one thread, and that numbers what is sent in it. Besides, it judges
 * watches, in runs that lose no place: a watcher is told of each exit, once.
 */
final class History extends Chronicle implements Judged.Checker {
    private static final ThreadLocal<@Nullable History> CURRENT = new ThreadLocal<>();

    private int messages;

    /** How often each place was started anew. */
    private final Map<Integer, Integer> starts = new HashMap<>();

    /** How often each watch was told of the exit. */
    private final Map<Watch, Integer> notices = new LinkedHashMap<>();

    private record Watch(String watcher, int at, String whom) {}

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
            super.leaves(who, life, place, to);
        }
    }

    /** A selector that doesn't move has begun to watch another. */
    void watches(String watcher, int at, String whom) {
        notices.put(new Watch(watcher, at, whom), 0);
    }

    /** It is told that the other has exited, or is lost. */
    void noticed(String watcher, int at, String whom) {
        notices.merge(new Watch(watcher, at, whom), 1, Integer::sum);
    }

    @Override
    public void end(SimulatedCluster cluster, Ending ending) {
        complete();
        notices.forEach((watch, count) -> {
            if (count != (hasEnded(watch.whom()) ? 1 : 0)) {
                wrong("watch: " + watch.watcher() + " at p" + watch.at() + " is told " + count + " times that "
                        + watch.whom() + " has exited");
            }
        });
    }
}
