package org.sojourn.kernel.quiesce;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.member.Switchboard;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Clock;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.site.Site;

/**
 * Global termination, detected at the init place over a tree of all places.
 *
 * <p><b>The tree.</b> The members in ascending order, the init place first, are the nodes of a complete tree with the
 * fan-out below each. Nobody builds it: places with the same members know the same tree, and a wave carries the
 * signature of these members, its epoch. So a place deals with one place above and a few below, and the steps of a wave
 * grow with the logarithm of the places.
 *
 * <p><b>Messages.</b> WAVE(number, epoch) goes from each place to those below it; WAVE_ANSWER(number, sums) goes back
 * when all below have answered. A place whose answer was "active" owes a PASSIVE(number), once it and all below that
 * were active have become passive. The counters leave out all three.
 *
 * <p><b>When waves run.</b> Only while the init place is passive, which it isn't before main has returned. A wave that
 * finds active places waits for the last of their PASSIVEs; one that finds everything quiet is confirmed at once; one
 * that finds packets on their way is repeated after a delay, which doubles from {@link Bound#FIRST_WAVE_PAUSE_NANOS} to
 * {@link Bound#LAST_WAVE_PAUSE_NANOS}, or on news.
 *
 * <p><b>News.</b> The last thing that happens in a run sends nothing. So a place has news when it becomes passive and
 * has sent nothing since it was passive before; parts that send something to and fro have none, and cost no waves.
 * The news of a place goes up the tree as one more PASSIVE, which it doesn't owe, once after each wave. It has the init place
 * begin a wave: at once, or, if two waves or more in a row were in vain, not sooner after the last one than a delay, which doubles up to
 * {@link Bound#NEWS_WAVE_PAUSE_NANOS}. So a busy cluster carries at most one wave, and one PASSIVE per place, at a time, and the end is announced
 * after one PASSIVE and two waves; after the delay, if the news came to a place between the init place and it while that still awaited answers.
 *
 * <p><b>States at the init place.</b>
 *
 * <pre>
 *   resting --news | last PASSIVE | delay over--&gt; asking --last answer--&gt; resting | asking (confirm) | announced
 * </pre>
 *
 * <p>Those of the other places are {@link Wave}'s.
 *
 * <p><b>When members change.</b> A place whose members aren't those of the wave's epoch answers at once and asks
 * nobody: its own epoch shows that the sums prove nothing. A place that learns of a change during a wave ends its part
 * in it: it answers, or pays the PASSIVE that it owes, without waiting for the places below, which may be lost. So no
 * place above waits in vain. When the init place learns of the change it breaks off the wave and forgets what earlier
 * ones said; until then it asks again after the delay. Waves have growing numbers, so a late one is recognised.
 *
 * <p><b>Visits.</b> What people inject from outside of the run wakes the init place out of nowhere, which the rule excludes. So the init place
 * counts {@linkplain Site#visit visits}: if somebody has come since the first of the two waves began, they prove nothing, and if nobody
 * has, nobody is let in any more, in the same step.
 *
 * <p><b>Runs that are stopped by hand</b> don't end when they are quiescent: that is told, and told again when it no longer holds. Nothing
 * is closed then, so what comes from outside may set the run going again at any place. The init place asks once a second for that.
 *
 * <p><b>Why a sum of answers will do.</b> The rule ({@link FourCounter}) needs to know three things of a wave, which
 * can all be formed on the way up: the sums of the counters, whether all places were passive, and whether all counted
 * the same members. It also needs the samples of a wave to be taken after the wave before was complete, and the init
 * place begins one wave after the other.
 *
 * <p><b>Dropped.</b> Asking every place directly: the init place sends and takes a packet for each place, again and
 * again. A wave at each PASSIVE: it finds the other active places as active as before.
 * A wave whenever the init place becomes passive: two parts that send something to and fro between it and another place had a wave with
 * each message, and took a quarter longer.
 */
public final class Termination {
    /** Decides from waves whether the computation has terminated. One thread at a time. */
    public interface Detector {
        /** What a complete wave means. */
        enum Decision {
            /** The computation has terminated, or is stuck for good: nothing runs and nothing is on its way. */
            TERMINATED,
            /** Ask again at once: this wave may be the first of two. */
            CONFIRM,
            /** Ask again later: something runs, or is on its way. */
            LATER
        }

        /**
         * A wave is complete: every member has answered, with samples taken after the wave began.
         *
         * @param wave samples, and sums of samples, that cover each member once; the first is the init place's own
         */
        Decision complete(List<Site.Sample> wave);

        /** The members have changed; what earlier waves said no longer counts. */
        void reset();
    }

    private static final long FIRST_DELAY_NANOS = Bound.FIRST_WAVE_PAUSE_NANOS.value();
    private static final long LAST_DELAY_NANOS = Bound.LAST_WAVE_PAUSE_NANOS.value();

    private static final int MOST_DOUBLINGS = 30;

    private static final long NEWS_DELAY_NANOS = Bound.NEWS_WAVE_PAUSE_NANOS.value();

    private static final long RESTING_DELAY_NANOS = Bound.RESTING_WAVE_PAUSE_NANOS.value();

    private final Site site;
    private final Member init;
    private final int fanOut;

    /** The last wave here. Guarded by this, as all that follows. */
    private @Nullable Wave wave;

    /** What this place had sent when it last became passive. */
    private long sentBefore;

    /** Null but at the init place, where alone all that follows is used. */
    private final @Nullable Detector detector;

    private final Runnable announce;
    private long number;

    /** How many had come to the init place from outside when the last wave began, and the one before. */
    private long visits;

    private long visitsBefore;
    private boolean asking;

    /** When the last wave began, by the place's clock. */
    private long began;

    /** Whether there was news since the last wave began: what that says is old then. At the init place only. */
    private boolean hasNews;

    /** Told whether the run is quiescent, if that doesn't end it; and what was told last. */
    private @Nullable Consumer<Boolean> rests;

    private boolean isResting;
    private boolean announced;
    private boolean closed;

    /** How many waves in a row have found packets on their way, or somebody active. */
    private int vain;

    private Clock.@Nullable Alarm alarm;

    /**
     * Takes part in detection.
     *
     * @param fanOut how many places a wave goes on to from each, at least 1 and equal at all places
     * @param detector decides, at the init place
     * @param announce run once, at the init place, when the computation has terminated; must be short
     */
    public Termination(Site site, Member init, int fanOut, Detector detector, Runnable announce) {
        this.site = site;
        this.init = init;
        this.fanOut = fanOut;
        this.announce = announce;
        this.detector = site.self().equals(init) ? detector : null;
        Switchboard switchboard = site.switchboard();
        switchboard.on(PacketKind.WAVE, this::asked);
        switchboard.on(PacketKind.WAVE_ANSWER, this::answered);
        switchboard.on(PacketKind.PASSIVE, this::paid);
        site.onPassive(this::passive);
        switchboard.watch(new Switchboard.Watcher() {
            @Override
            public void joined(Member member) {
                membersChanged();
            }

            @Override
            public void lost(Member member, String cause) {
                membersChanged();
            }
        });
    }

    /**
     * Has the run not end when it is quiescent. Before anything runs, at the init place.
     *
     * @param told gets true when the run is quiescent, and false when it is no longer; must be short
     */
    public synchronized void restsOnly(Consumer<Boolean> told) {
        rests = told;
    }

    // ---- every place ----------------------------------------------------------------------------------------------

    private synchronized void asked(Member from, PacketReader packet) {
        long asked = packet.i64();
        long epoch = packet.i64();
        if (detector == null && (wave == null || asked > wave.number)) {
            boolean isAgreed = epoch == site.switchboard().epoch();
            Wave begun = begin(asked, epoch, from, isAgreed ? below() : List.of());
            // The debt is noted before the sample is taken, so a place that becomes passive right after it pays.
            begun.owes(site.self());
            Site.Sample own = site.sample();
            if (own.passive()) {
                begun.pays(site.self());
            }
            begun.add(site.self(), own);
            advance(begun);
        }
    }

    private Wave begin(long begun, long epoch, @Nullable Member parent, List<Member> below) {
        Wave next = new Wave(begun, parent, below);
        wave = next;
        for (Member member : below) {
            send(member, new PacketWriter(PacketKind.WAVE, 16).i64(begun).i64(epoch));
        }
        return next;
    }

    private List<Member> below() {
        List<Member> members = site.switchboard().members();
        int count = members.size();
        int root = Collections.binarySearch(members, init);
        int here = Collections.binarySearch(members, site.self());
        List<Member> below = new ArrayList<>();
        if (root >= 0) {
            long first = (long) Math.floorMod(here - root, count) * fanOut + 1;
            for (long i = first; i < Math.min(first + fanOut, count); i++) {
                below.add(members.get((int) ((i + root) % count)));
            }
        }
        return below;
    }

    private void send(@Nullable Member to, PacketWriter packet) {
        if (to != null) {
            site.switchboard().send(to, 0, packet);
        }
    }

    private synchronized void answered(Member from, PacketReader packet) {
        Wave open = wave;
        if (open == null || packet.i64() != open.number || !open.awaits(from)) {
            return;
        }
        boolean isPassive = packet.u8() == 1;
        Site.Sample sample = new Site.Sample(isPassive, packet.i64(), packet.i64(), packet.i64());
        if (!isPassive) {
            open.owes(from);
        }
        open.add(from, sample);
        advance(open);
    }

    /** A place below that was active, and all below it, have become passive; or one of them has news. */
    private synchronized void paid(Member from, PacketReader packet) {
        Wave open = wave;
        if (open == null || packet.i64() != open.number) {
            return;
        }
        if (open.pays(from)) {
            advance(open);
        } else {
            tells(open);
        }
    }

    private synchronized void passive() {
        Wave open = wave;
        long sent = site.switchboard().counters().sent();
        boolean isNews = sent == sentBefore;
        sentBefore = sent;
        if (open != null && detector == null) {
            open.pays(site.self());
            advance(open);
        }
        if (isNews || hasNews || detector != null && number == 0) {
            tells(open);
        } else if (detector != null && !asking) {
            later();
        }
    }

    /** There is news here or below. */
    private void tells(@Nullable Wave open) {
        if (detector != null) {
            hasNews = true;
            onNews();
        } else if (open != null && open.tells()) {
            send(open.parent, new PacketWriter(PacketKind.PASSIVE, 8).i64(open.number));
        }
    }

    /** Goes on as far as what has come allows. */
    private void advance(Wave open) {
        if (!open.isCollected()) {
            return;
        }
        if (detector != null) {
            collected(open, detector);
            return;
        }
        if (open.answers()) {
            answer(open, open.sum());
        }
        if (!open.isOwed() && open.ends() && open.wasActive() && open.tells()) {
            send(open.parent, new PacketWriter(PacketKind.PASSIVE, 8).i64(open.number));
        }
    }

    private void answer(Wave to, Site.Sample sample) {
        PacketWriter answer = new PacketWriter(PacketKind.WAVE_ANSWER, 40).i64(to.number);
        answer.u8(sample.passive() ? 1 : 0).i64(sample.sent()).i64(sample.received());
        send(to.parent, answer.i64(sample.epoch()));
    }

    private synchronized void membersChanged() {
        Wave broken = wave;
        if (detector != null) {
            if (!announced && !closed) {
                wave = null;
                detector.reset();
                asking = false;
                vain = 0;
                later();
            }
        } else if (broken != null && broken.ends()) {
            if (broken.answers()) {
                // Says only that members have changed.
                answer(broken, new Site.Sample(true, 0, 0, site.switchboard().epoch()));
            } else if (broken.tells()) {
                send(broken.parent, new PacketWriter(PacketKind.PASSIVE, 8).i64(broken.number));
            }
        }
    }

    // ---- the init place -------------------------------------------------------------------------------------------

    private void tryWave() {
        if (asking || announced || closed || wave != null && wave.isOwed()) {
            return;
        }
        cancel();
        long come = site.visits();
        Site.Sample own = site.sample();
        if (!own.passive()) {
            rests(false);
            return; // it will call again when it has become passive
        }
        asking = true;
        hasNews = false;
        began = site.clock().nanoTime();
        visitsBefore = visits;
        visits = come;
        Wave begun = begin(++number, own.epoch(), null, below());
        begun.add(site.self(), own);
        advance(begun);
    }

    private void collected(Wave complete, Detector decides) {
        if (!asking) {
            if (complete.wasActive()) {
                tryWave(); // once nobody owes anything
            }
            return;
        }
        asking = false;
        switch (decides.complete(complete.samples())) {
            case TERMINATED -> {
                if (rests != null) {
                    decides.reset();
                    rests(true);
                    later();
                } else if (site.closes(visitsBefore)) {
                    announced = true;
                    announce.run();
                } else {
                    decides.reset();
                    later();
                }
            }
            case CONFIRM -> {
                vain = 0;
                tryWave();
            }
            case LATER -> {
                rests(false);
                vain = Math.min(vain + 1, 2 + MOST_DOUBLINGS);
                if (complete.wasActive()) {
                    tryWave();
                } else if (hasNews) {
                    onNews();
                } else {
                    later();
                }
            }
        }
    }

    private void rests(boolean now) {
        if (rests != null && isResting != now) {
            isResting = now;
            rests.accept(now);
        }
    }

    /** Begins a wave, unless one is under way or it is too soon. A run that rests is looked at now and then, whatever the news. */
    private void onNews() {
        if (isResting) {
            later();
            return;
        }
        long left = asking || vain < 2
                ? 0
                : began + delay(vain - 2, NEWS_DELAY_NANOS) - site.clock().nanoTime();
        if (left <= 0) {
            tryWave();
        } else if (!announced && !closed) {
            cancel();
            alarm = site.clock().arm(left, this::alarm);
        }
    }

    private void later() {
        if (alarm == null && !announced && !closed) {
            alarm = site.clock().arm(isResting ? RESTING_DELAY_NANOS : delay(vain, LAST_DELAY_NANOS), this::alarm);
        }
    }

    private static long delay(int doublings, long most) {
        return Math.min(FIRST_DELAY_NANOS << Math.min(doublings, MOST_DOUBLINGS), most);
    }

    private void cancel() {
        if (alarm != null) {
            alarm.cancel();
            alarm = null;
        }
    }

    private synchronized void alarm() {
        alarm = null;
        tryWave();
    }

    public synchronized void close() {
        closed = true;
        cancel();
    }
}
