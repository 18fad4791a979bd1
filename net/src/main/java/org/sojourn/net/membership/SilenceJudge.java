package org.sojourn.net.membership;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.sojourn.kernel.port.Member;

/**
 * Says of which members nothing has been heard for too long.
 *
 * <p><b>The rule.</b> Silence for the bound is a verdict, and nothing else that happens on a network is. A connection that is reset, or
 * can't be made, says nothing about a process that lives: under load, with packets lost, the next one and the one after that may fail as
 * well, and TCP tries again after ever longer times. Whatever comes from a member, by whichever way, is a sign of life. Only
 * the launcher or the links may say that a member has {@linkplain #ended ended}.
 *
 * <p><b>Whose time?</b> The judge may be late itself: its process is stopped, or starved of processor time, or the machine sleeps. Then
 * it can't have heard anything meanwhile. So it doesn't read how long somebody was silent off a clock: it looks each period, and
 * however long ago its last look is, a look adds no more than a period to the time that it was there. A look that comes late by d so gives
 * everybody d more. What had come meanwhile is read soon after, within the next period.
 *
 * <pre>
 *   heard          noticed by the next look                at most 1 period
 *   silent         for the bound, of the judge's own time  the bound
 *   told           by the look after that                  at most 1 period
 * </pre>
 *
 * <p>So nobody is judged before the bound is over, and a silent member is judged at most two periods after it, and as much later as the
 * judge itself was late.
 *
 * <p><b>Threads.</b> Any thread may tell what was heard. One at a time looks.
 */
public final class SilenceJudge {
    private static final int PERIODS = 40;
    private static final long LONGEST_PERIOD = TimeUnit.MILLISECONDS.toNanos(250);

    /** A member that is watched. */
    private static final class Watched {
        /** Set by each sign of life, cleared by the look that sees it. A sign of life between the two counts as the one before. */
        volatile boolean isHeard = true;

        /** When a look last saw that, in the judge's own time. Used by the looking thread only. */
        long heardAt;

        /** Whether a verdict was passed on it, and has not been refuted by a sign of life. Used by the looking thread only. */
        boolean isOut;

        /** Whether that verdict was that it has ended: what comes then was sent before. Used by the looking thread only. */
        boolean hasEnded;
    }

    private final long bound;
    private final long period;
    private final Map<Member, Watched> watched = new ConcurrentHashMap<>();

    /** Members that have ended, whether they are watched yet or not: a few bytes for each place lost. */
    private final Set<Member> ended = ConcurrentHashMap.newKeySet();

    /** For how long the judge has looked. Used by the looking thread only, as is the time of its last look. */
    private long present;

    private long lastLook;

    /**
     * Watches nobody yet.
     *
     * @param boundNanos how long a member may be silent
     * @param now a monotone time in nanoseconds
     */
    public SilenceJudge(long boundNanos, long now) {
        this(boundNanos, Math.min(boundNanos / PERIODS, LONGEST_PERIOD), now);
    }

    SilenceJudge(long boundNanos, long periodNanos, long now) {
        bound = boundNanos;
        period = periodNanos;
        lastLook = now;
    }

    /**
     * Returns how often {@link #look} is to be called.
     *
     * @return nanoseconds
     */
    public long periodNanos() {
        return period;
    }

    /**
     * Watches these members from now on. One that wasn't watched before counts as just heard.
     *
     * @param members these and nobody else
     */
    public void watch(Collection<Member> members) {
        watched.keySet().retainAll(members);
        members.forEach(each -> watched.computeIfAbsent(each, any -> new Watched()));
    }

    /**
     * Something has come from a member.
     *
     * @param member watched or not
     */
    public void heard(Member member) {
        Watched its = watched.get(member);
        if (its != null && !its.isHeard) {
            its.isHeard = true;
        }
    }

    /**
     * A member has ended, for good: the next look says so, or the first one that watches it.
     *
     * @param member watched or not
     */
    public void ended(Member member) {
        ended.add(member);
    }

    /**
     * Passes judgement. To be called each {@link #periodNanos}, as well as the caller can.
     *
     * @param now the time
     * @return members that have ended, or were silent for too long; named again after as long if they are still watched then
     */
    public List<Member> look(long now) {
        present += Math.max(0, Math.min(now - lastLook, period));
        lastLook = now;
        List<Member> out = new ArrayList<>(0);
        watched.forEach((member, its) -> {
            if (its.isHeard) {
                its.isHeard = false;
                its.heardAt = present;
                its.isOut = its.hasEnded;
            }
            if (ended.remove(member)) {
                its.hasEnded = true;
            }
            if (its.hasEnded && !its.isOut || present - its.heardAt >= bound) {
                its.heardAt = present;
                its.isOut = true;
                out.add(member);
            }
        });
        return out;
    }

    /**
     * Says whether the last verdict on a member still holds, where it has not been carried out. To be asked by who looks.
     *
     * @param member whom {@link #look} has named
     * @return false if the member was silent for too long, and a look has seen since that something came from it
     */
    public boolean holds(Member member) {
        Watched its = watched.get(member);
        return its == null || its.isOut;
    }
}
