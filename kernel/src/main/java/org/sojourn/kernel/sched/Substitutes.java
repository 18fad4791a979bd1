package org.sojourn.kernel.sched;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Clock;

/**
 * Replaces workers of TASK whose turns don't end: a handler that waits or computes for ever takes a thread, and not the
 * place.
 *
 * <p><b>When.</b> A worker is replaced when its turn has lasted for {@link Bound#ENDLESS_TURN_MILLIS}, something waits for a
 * worker, and none is idle. If its thread waits, its core is free for another. If it computes, one more thread would
 * only share the cores; so it is replaced only when every worker is in such a turn. No more are replaced at once than tasks wait.
 *
 * <p><b>How long</b> a turn has lasted is counted in looks, and a look counts for no more than {@link #LONGEST_STEP}: a
 * machine that stood still makes no turn a long one.
 *
 * <p><b>How many.</b> At most {@link Bound#SUBSTITUTE_THREADS} at a time. A replaced worker ends with its turn and so makes
 * room; see {@link Worker}. A part deeper on that stack, which has sent inline, is as stuck as its receiver.
 *
 * <p>For one thread.
 */
public final class Substitutes {
    private static final long PATIENCE = Bound.ENDLESS_TURN_MILLIS.value() * 1_000_000;
    private static final long LONGEST_STEP = PATIENCE / 5;
    private static final int MOST = Bound.SUBSTITUTE_THREADS.intValue();
    private static final int NAMED = 3;
    private static final int COUNTED = 10_000;

    /** What has become of a worker. */
    public enum What {
        /** Another has taken its place. */
        REPLACED,
        /** It would have been replaced, but there are as many substitutes as there may be. */
        REFUSED,
        /** Its turn has ended after all. */
        ENDED
    }

    /**
     * A turn that doesn't end, or has ended late.
     *
     * @param chain whose turn it was then, and inside which others, the innermost first
     * @param nanos for how long it has lasted, at least
     * @param isWaiting whether its thread waits, rather than computes
     * @param waiting the first few tasks that waited for a worker then
     * @param waits how many waited, at most {@value #COUNTED}
     * @param stack what its thread did before it was replaced, after which the turn may end at once
     */
    public record Stuck(
            What what,
            int worker,
            Context context,
            List<Task> chain,
            long nanos,
            boolean isWaiting,
            List<String> waiting,
            int waits,
            List<StackTraceElement> stack) {}

    private final WorkStealing policy;
    private final Clock clock;
    private final Function<Task, String> names;
    private final long[] turn;
    private final long[] lasted;
    private final boolean[] isRefused;
    private final List<Away> away = new ArrayList<>();

    /** News that no look has returned yet. A thread that can't be started ends the look that wants it. */
    private final List<Stuck> news = new ArrayList<>();

    private long lastLook;

    private record Away(Stuck stuck, long since) {}

    /**
     * Makes substitutes for a place's workers.
     *
     * @param names says what waits, for people
     */
    public Substitutes(Policies policies, Clock clock, Function<Task, String> names) {
        this.policy = policies.task();
        this.clock = clock;
        this.names = names;
        this.turn = new long[policy.workers()];
        this.lasted = new long[policy.workers()];
        this.isRefused = new boolean[policy.workers()];
        this.lastLook = clock.nanoTime();
    }

    /**
     * Looks at all workers, replaces some where that is due, and returns what is new.
     *
     * @throws Error if there is no thread for one; what is new by then comes with the next look
     */
    public List<Stuck> look() {
        long now = clock.nanoTime();
        long step = Math.min(now - lastLook, LONGEST_STEP);
        lastLook = now;
        int stuck = 0;
        boolean isAnyIdle = false;
        for (int i = 0; i < turn.length; i++) {
            long present = policy.turnOf(i);
            isAnyIdle |= present < 0;
            boolean isSame = present >= 0 && present == turn[i];
            lasted[i] = isSame ? lasted[i] + step : 0;
            isRefused[i] &= isSame;
            turn[i] = present;
            stuck += lasted[i] >= PATIENCE ? 1 : 0;
        }
        ended(now);
        int due = stuck > 0 && !isAnyIdle ? policy.waiting(turn.length) : 0;
        for (int i = 0; i < turn.length && due > 0; i++) {
            due -= replaceIfStuck(i, stuck == turn.length, now) ? 1 : 0;
        }
        List<Stuck> all = List.copyOf(news);
        news.clear();
        return all;
    }

    private void ended(long now) {
        for (Iterator<Away> each = away.iterator(); each.hasNext(); ) {
            Away one = each.next();
            if (!policy.isReplaced(one.stuck().context())) {
                each.remove();
                Stuck was = one.stuck();
                long nanos = was.nanos() + now - one.since();
                news.add(new Stuck(
                        What.ENDED,
                        was.worker(),
                        was.context(),
                        was.chain(),
                        nanos,
                        was.isWaiting(),
                        List.of(),
                        0,
                        List.of()));
            }
        }
    }

    private boolean replaceIfStuck(int worker, boolean isEach, long now) {
        Context context = policy.context(worker);
        if (lasted[worker] < PATIENCE || context == null) {
            return false;
        }
        boolean isWaiting = policy.isWaiting(worker);
        if (!isWaiting && !isEach) {
            return false;
        }
        if (policy.apart() >= MOST) {
            if (!isRefused[worker]) {
                isRefused[worker] = true;
                news.add(stuck(What.REFUSED, worker, context, isWaiting));
            }
            return false;
        }
        Stuck stuck =
                stuck(What.REPLACED, worker, context, isWaiting); // before the replacement, which ends the waiting
        lasted[worker] = 0; // if there is no thread for it, the next attempt comes as late as this one
        boolean isReplaced = policy.replace(worker, turn[worker]);
        if (isReplaced) {
            away.add(new Away(stuck, now));
            news.add(stuck);
        }
        return isReplaced;
    }

    private Stuck stuck(What what, int worker, Context context, boolean isWaiting) {
        List<String> waiting = policy.ready(NAMED).stream().map(names).toList();
        return new Stuck(
                what,
                worker,
                context,
                context.chain(),
                lasted[worker],
                isWaiting,
                waiting,
                policy.waiting(COUNTED),
                List.of(context.thread().getStackTrace()));
    }
}
