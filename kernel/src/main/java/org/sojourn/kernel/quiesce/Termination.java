package org.sojourn.kernel.quiesce;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.member.Switchboard;
import org.sojourn.kernel.part.Kernel;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Clock;
import org.sojourn.kernel.port.Member;

/**
 * Global termination, detected at the init place.
 *
 * <p><b>Messages.</b> WAVE(number) from the init place to every other, WAVE_ANSWER(number, sample) back, PASSIVE(number)
 * from a place that had answered that wave with "active", once, when it has become passive. All are control packets,
 * which the counters leave out.
 *
 * <p><b>When waves run.</b> Only while the init place is passive, which it isn't before the program's main has returned.
 * A wave that finds an active place waits for that place's PASSIVE; one that finds packets on their way is repeated after
 * a delay that doubles from {@link Bound#WAVE_FIRST_NANOS} to {@link Bound#WAVE_LAST_NANOS}; one that finds everything quiet
 * is confirmed at once. So a busy cluster carries at most one wave and one PASSIVE per place at a time, and after the end
 * the announcement takes one PASSIVE, and two waves: three round trips at most.
 *
 * <p><b>States at the init place.</b>
 *
 * <pre>
 *   resting --passive | PASSIVE | delay over--&gt; asking --last answer--&gt; resting | asking (confirm) | announced
 * </pre>
 *
 * <p>A hint that comes while a wave is under way is kept until the wave is complete. A change of members breaks off the
 * wave and forgets what earlier ones said.
 */
public final class Termination {
    private static final long FIRST_DELAY_NANOS = Bound.WAVE_FIRST_NANOS.value();
    private static final long LAST_DELAY_NANOS = Bound.WAVE_LAST_NANOS.value();

    private final Kernel kernel;
    private final Member init;

    /** The last wave that was answered "active", whose PASSIVE is owed; -1 if none. Guarded by this. */
    private long owed = -1;

    /** What follows is the init place's, guarded by this. */
    private final @Nullable Detector detector;

    private final Runnable announce;
    private long wave;
    private boolean asking;
    private boolean hinted;
    private boolean announced;
    private boolean closed;
    private final Set<Member> awaited = new HashSet<>();
    private final List<Report> reports = new ArrayList<>();
    private long delay = FIRST_DELAY_NANOS;
    private Clock.@Nullable Alarm alarm;

    /**
     * Takes part in detection.
     *
     * @param kernel this place's kernel
     * @param init the init place
     * @param detector decides; used at the init place only
     * @param announce run once, at the init place, when the computation has terminated; must be short
     */
    public Termination(Kernel kernel, Member init, Detector detector, Runnable announce) {
        this.kernel = kernel;
        this.init = init;
        this.announce = announce;
        boolean here = kernel.self().equals(init);
        this.detector = here ? detector : null;
        Switchboard switchboard = kernel.switchboard();
        switchboard.on(PacketKind.WAVE, this::asked);
        switchboard.on(PacketKind.WAVE_ANSWER, this::answered);
        switchboard.on(PacketKind.PASSIVE, (from, packet) -> hint(packet.i64()));
        kernel.onPassive(here ? this::tryWave : this::passive);
        if (here) {
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
    }

    // ---- every place ----------------------------------------------------------------------------------------------

    private Report report() {
        Kernel.Sample sample = kernel.sample();
        boolean idle = kernel.census().alive().isEmpty()
                && kernel.census().withheld().isEmpty()
                && kernel.creations().unconfirmed() == 0;
        return new Report(kernel.self(), sample, idle);
    }

    private void asked(Member from, PacketReader packet) {
        long number = packet.i64();
        Report report;
        synchronized (this) {
            // The debt is noted before the sample is taken, so a place that becomes passive right after it pays.
            owed = number;
            report = report();
            if (report.sample().passive()) {
                owed = -1;
            }
        }
        Kernel.Sample sample = report.sample();
        PacketWriter answer = new PacketWriter(PacketKind.WAVE_ANSWER, 40).i64(number);
        answer.u8(sample.passive() ? 1 : 0)
                .i64(sample.sent())
                .i64(sample.received())
                .i64(sample.epoch());
        kernel.switchboard().send(from, 0, answer.u8(report.idle() ? 1 : 0));
    }

    private void passive() {
        long number;
        synchronized (this) {
            number = owed;
            owed = -1;
        }
        if (number >= 0) {
            kernel.switchboard().send(init, 0, new PacketWriter(PacketKind.PASSIVE, 8).i64(number));
        }
    }

    // ---- the init place -------------------------------------------------------------------------------------------

    private synchronized void tryWave() {
        if (asking || announced || closed || detector == null) {
            return;
        }
        if (alarm != null) {
            alarm.cancel();
            alarm = null;
        }
        Report own = report();
        if (!own.sample().passive()) {
            return; // it will call again when it has become passive
        }
        wave++;
        asking = true;
        hinted = false;
        reports.clear();
        reports.add(own);
        awaited.clear();
        for (Member member : kernel.switchboard().members()) {
            if (!member.equals(kernel.self())) {
                awaited.add(member);
                kernel.switchboard().send(member, 0, new PacketWriter(PacketKind.WAVE, 8).i64(wave));
            }
        }
        complete();
    }

    private synchronized void answered(Member from, PacketReader packet) {
        long number = packet.i64();
        boolean passive = packet.u8() == 1;
        Kernel.Sample sample = new Kernel.Sample(passive, packet.i64(), packet.i64(), packet.i64());
        if (asking && number == wave && awaited.remove(from)) {
            reports.add(new Report(from, sample, packet.u8() == 1));
            complete();
        }
    }

    private void complete() {
        if (!asking || !awaited.isEmpty() || detector == null) {
            return;
        }
        asking = false;
        switch (detector.complete(List.copyOf(reports))) {
            case TERMINATED -> {
                announced = true;
                announce.run();
            }
            case CONFIRM -> {
                delay = FIRST_DELAY_NANOS;
                tryWave();
            }
            case LATER -> {
                boolean active =
                        reports.stream().anyMatch(report -> !report.sample().passive());
                if (hinted) {
                    tryWave();
                } else if (!active) {
                    later();
                }
            }
        }
    }

    private void later() {
        if (alarm == null) {
            alarm = kernel.clock().arm(delay, this::alarm);
            delay = Math.min(delay * 2, LAST_DELAY_NANOS);
        }
    }

    private synchronized void alarm() {
        alarm = null;
        tryWave();
    }

    private synchronized void hint(long number) {
        if (number == wave && asking) {
            hinted = true;
        } else {
            tryWave();
        }
    }

    private synchronized void membersChanged() {
        if (detector != null && !announced && !closed) {
            detector.reset();
            asking = false;
            delay = FIRST_DELAY_NANOS;
            later();
        }
    }

    /** Asks no more. */
    public synchronized void close() {
        closed = true;
        if (alarm != null) {
            alarm.cancel();
        }
    }
}
