package org.sojourn.kernel.quiesce;

import java.util.List;

/**
 * Four-counter termination detection (F. Mattern, <i>Algorithms for distributed termination detection</i>, Distributed
 * Computing 2, 1987).
 *
 * <p><b>What is counted.</b> Each place keeps two counters that only grow: basic packets sent, counted before they can
 * leave, and basic packets received, counted after the work that they cause was enqueued. A sample holds both, read at
 * one instant at which the place was passive, or says that it wasn't.
 *
 * <p><b>The rule.</b> Terminated if in two consecutive waves every place was passive and the sums agree: R1 = S1 = R2 =
 * S2, where the second wave began after the first was complete.
 *
 * <p><b>Why it is right.</b> Let t be an instant between the waves. Counters grow, so R1 &lt;= R(t) and S(t) &lt;= S2;
 * what is received was sent, so R(t) &lt;= S(t). With R1 = S2 all four are equal, so at t everything that was sent had
 * been received: nothing was on its way. A passive place becomes active only by receiving. Had any place been active at
 * t, it was passive in the first wave and received something since, or it sends or receives something before it is
 * passive in the second; either shows in a counter. A place that was active at t without any packet must have been woken
 * from outside, which holds and timers of the program prevent by keeping it from being passive at all.
 *
 * <p><b>Why it is live.</b> After termination nothing changes any more, so the next two waves agree.
 *
 * <p><b>Losses.</b> Packets to and from a place that is out leave the sums at every survivor, and no such packet is taken
 * any more (see the switchboard). Samples carry the signature of the members that they count; a wave whose signatures
 * differ proves nothing, and a change of members starts afresh.
 *
 * <p><b>Dropped.</b> The three-stage check of the HJDS runtime, which asks every place twice whether it is idle and counts
 * nothing: a creation that is confirmed between two answers is missed. It is kept as a test that shows it wrong.
 */
public final class FourCounter implements Detector {
    private static final long NO_WAVE = -1;

    /** The sum of the last wave in which everything agreed; {@link #NO_WAVE} if there is none. */
    private long confirmed = NO_WAVE;

    public FourCounter() {}

    @Override
    public Decision complete(List<Report> wave) {
        long sent = 0;
        long received = 0;
        long epoch = wave.get(0).sample().epoch();
        boolean quiet = true;
        for (Report report : wave) {
            sent += report.sample().sent();
            received += report.sample().received();
            quiet &= report.sample().passive() && report.sample().epoch() == epoch;
        }
        if (!quiet || sent != received) {
            confirmed = NO_WAVE;
            return Decision.LATER;
        }
        if (confirmed == sent) {
            return Decision.TERMINATED;
        }
        confirmed = sent;
        return Decision.CONFIRM;
    }

    @Override
    public void reset() {
        confirmed = NO_WAVE;
    }
}
