package org.sojourn.net.membership;

import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jgroups.Address;
import org.jgroups.Event;
import org.jgroups.View;
import org.jgroups.stack.Protocol;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Member;

/**
 * Has members put out of whom a {@link SilenceJudge} says so. It stands where JGroups' failure detection would.
 *
 * <p><b>What is watched.</b> The init place watches all others, and has JGroups put out one that was silent for too long. All
 * others watch the init place from their start, joined or not; a place that doesn't hear it for so long is expelled: no run goes on
 * without it, and nobody else may lead. So signs of life, which are the links' to send, go from the init place to all and from each
 * to the init place.
 *
 * <p><b>A place that never joins</b> is watched by the init place as well, from the start: its links give signs of life before JGroups
 * does. Nobody else would hear of its loss, as a place is lost to others by no longer being in a view. So the verdict has it shown in one
 * view and left out of the next ({@link PlaceGroup#show}). Views reach only places that have joined, so all verdicts wait until
 * all that live have. A place that was stopped, and is heard from again while the verdict on it waits, stays in: nobody was told.
 *
 * <p><b>Threads.</b> The judge looks on a thread of its own, which sends nothing, so no peer that doesn't read can hold it up. Verdicts
 * go to JGroups by a thread for those of each look: JGroups changes views by the thread that has asked for the first change, and by
 * that one for as long as anybody asks for another. While places come all the time that may be always. (On the looking thread the second
 * of two places that were lost at once stayed in, and each view waited for its acknowledgement, until nobody came any more.)
 */
final class Lookout extends Protocol {
    private static final System.Logger LOG = System.getLogger(Lookout.class.getName());

    private final Member self;
    private final SilenceJudge judge;
    private final long boundMillis;
    private final ThreadFactory threads;
    private final PlaceGroup group;
    private final Consumer<String> expel;
    private @Nullable ScheduledExecutorService looks;

    /** Expected members that no view has shown. Guarded by itself, as are the two sets that follow. */
    private final Set<Member> absent;

    /** Verdicts that wait for others to join, and still hold. */
    private final Set<Member> silent = new HashSet<>();

    /** Absent members that are shown in order to be left out. */
    private final Set<Member> shown = new HashSet<>();

    private boolean hasView;

    /** The init place expects all others, and the others expect it. */
    Lookout(
            Member self,
            Collection<Member> expected,
            SilenceJudge judge,
            long boundMillis,
            ThreadFactory threads,
            PlaceGroup group,
            Consumer<String> expel) {
        this.self = self;
        this.absent = new HashSet<>(expected);
        this.judge = judge;
        this.boundMillis = boundMillis;
        this.threads = threads;
        this.group = group;
        this.expel = expel;
    }

    @Override
    public synchronized void start() throws Exception {
        super.start();
        synchronized (absent) {
            judge.watch(absent);
        }
        ScheduledExecutorService made = Executors.newSingleThreadScheduledExecutor(threads);
        made.scheduleWithFixedDelay(this::look, 0, judge.periodNanos(), TimeUnit.NANOSECONDS);
        looks = made;
    }

    @Override
    public synchronized void stop() {
        if (looks != null) {
            looks.shutdown();
        }
        super.stop();
    }

    @Override
    public Object down(Event event) {
        Object result = down_prot.down(event);
        if (event.getType() == Event.VIEW_CHANGE) {
            View view = event.getArg();
            watch(MemberAddress.toMembers(view.getMembers()));
        }
        return result;
    }

    private void watch(List<Member> members) {
        boolean isInit = self.place() == 0;
        synchronized (absent) {
            hasView = true;
            members.forEach(absent::remove);
            Set<Member> watched = new HashSet<>(absent);
            for (Member each : members) {
                if (!each.equals(self) && (isInit || each.place() == 0)) {
                    watched.add(each);
                }
                if (shown.remove(each)) {
                    judge.ended(each);
                }
            }
            judge.watch(watched);
        }
    }

    private void look() {
        try {
            List<Member> out = due(judge.look(System.nanoTime()));
            if (!out.isEmpty()) {
                threads.newThread(() -> putOut(out)).start();
            }
        } catch (Throwable e) { // no reason not to look again
            LOG.log(Level.ERROR, "silence could not be judged", e);
        }
    }

    /** Returns the members that are to be put out now. */
    List<Member> due(List<Member> out) {
        if (self.place() != 0) {
            return out;
        }
        synchronized (absent) {
            silent.addAll(out);
            silent.removeIf(each -> !judge.holds(each));
            if (!silent.containsAll(absent) || !absent.isEmpty() && !hasView) {
                return List.of();
            }
            List<Member> all = List.copyOf(silent);
            silent.clear();
            return all;
        }
    }

    private void putOut(List<Member> out) {
        if (self.place() != 0) {
            expel.accept("nothing was heard of the init place for " + boundMillis
                    + " ms: it is gone, or can't be reached from here");
            return;
        }
        try {
            List<Member> unseen = new ArrayList<>(out);
            synchronized (absent) {
                unseen.retainAll(absent);
                absent.removeAll(unseen);
                shown.addAll(unseen);
            }
            group.show(unseen);
            List<Address> seen = out.stream()
                    .filter(each -> !unseen.contains(each))
                    .<Address>map(MemberAddress::of)
                    .toList();
            if (!seen.isEmpty()) {
                up_prot.up(new Event(Event.SUSPECT, seen));
            }
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, out + " could not be put out", e);
        }
    }
}
