package org.sojourn.kernel.quiesce;

import java.util.List;
import org.sojourn.kernel.site.Site;

/**
 * Four-counter termination detection (F. Mattern, <i>Algorithms for distributed termination detection</i>, Distributed
 * Computing 2, 1987).
 *
 * <p><b>What is counted.</b> Each place keeps two counters that only grow: basic packets sent, counted before they can
 * leave, and received, counted after their work was enqueued. A sample holds both, read at an instant at which the
 * place was passive, or says that it wasn't.
 *
 * <p><b>The rule.</b> The run has terminated if every place was passive in two consecutive waves, the second of which
 * began after the first was complete, and if the sums agree: R1 = S1 = R2 = S2.
 *
 * <p><b>Why it is right.</b> Let t be an instant between the waves. Counters grow, so R1 &lt;= R(t) and S(t) &lt;= S2;
 * what is received was sent, so R(t) &lt;= S(t). With R1 = S2 all four are equal, so at t everything that was sent had
 * been received: nothing was on its way. A passive place becomes active only by receiving. A place that was active at
 * t, but passive in both waves, either received something after the first wave or was woken from outside. The former
 * shows in a counter; the latter can't be, since what can wake a place, such as main or a timer, keeps it from being
 * passive at all.
 *
 * <p><b>Why it is live.</b> After termination nothing changes, so the next two waves agree.
 *
 * <p><b>Losses.</b> Packets to and from a place that is out leave the sums at every survivor, and no such packet is
 * taken any more. Samples carry the signature of the members that they count. A wave whose signatures differ proves
 * nothing, and a change of members starts afresh.
 *
 * <p><b>Dropped.</b> The three-stage check of the HJDS runtime, which asks every place twice whether it is idle and
 * counts nothing: it misses a creation that is confirmed between two answers. A test shows that.
 */
public final class FourCounter implements Termination.Detector {
    private static final long NO_WAVE = -1;

    /** The sum of the last wave, if everything agreed in it; otherwise {@link #NO_WAVE}. */
    private long confirmed = NO_WAVE;

    public FourCounter() {}

    @Override
    public Decision complete(List<Site.Sample> wave) {
        long sent = 0;
        long received = 0;
        long epoch = wave.get(0).epoch();
        boolean quiet = true;
        for (Site.Sample sample : wave) {
            sent += sample.sent();
            received += sample.received();
            quiet &= sample.passive() && sample.epoch() == epoch;
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
