package org.sojourn.kernel.balance;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.sojourn.kernel.move.Sojourner;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.sched.Task;
import org.sojourn.kernel.sched.WorkStealing;
import org.sojourn.kernel.site.Site;

/**
 * Gives another place some of the parts that wait here, the oldest first, and tells it how many. It is a turn of a
 * worker: the place is active while it holds tasks that are in no queue.
 *
 * <p><b>In two turns.</b> Parts leave by code of the program, which may block or take long. So the first turn only offers a move to some
 * of them, and puts all back: those first, this behind them, then gifts for other places, and then the rest. Each of them leaves in a turn of its own, of
 * whichever worker. The second turn tells how many have left by then; one that another worker still has in hand isn't counted.
 */
final class Deal implements Task {
    private static final int LOOKED_AT = 4 * Bound.GIFT_SELECTORS.intValue();

    private final Balancing balancing;
    private final Site site;
    private final Member to;
    private final int most;
    private final String why;

    /** How many have left, even if they are taken back later. */
    private final AtomicInteger given = new AtomicInteger();

    /** Of the present turn; the queue between the two makes the first happen before the second. */
    private boolean isOffered;

    Deal(Balancing balancing, Site site, Member to, int most, String why) {
        this.balancing = balancing;
        this.site = site;
        this.to = to;
        this.most = most;
        this.why = why;
    }

    @Override
    public void run() {
        if (isOffered) {
            balancing.dealt(to, given.get());
            return;
        }
        isOffered = true;
        WorkStealing workers = site.policies().task();
        int waiting = workers.waiting(LOOKED_AT);
        int wanted = Math.min(most, (waiting + 1) / 2);
        List<Task> stay = workers.take(waiting);
        List<Task> leave = new ArrayList<>();
        List<Task> others = new ArrayList<>();
        stay.removeIf(each -> each instanceof Deal && others.add(each));
        try {
            for (Iterator<Task> all = stay.iterator(); leave.size() < wanted && all.hasNext(); ) {
                Task each = all.next();
                if (each instanceof Sojourner part
                        && balancing.isWorthAMove(part)
                        && balancing.offer(part, new Given(), why)) {
                    all.remove();
                    leave.add(each);
                }
            }
        } finally {
            leave.add(this);
            leave.addAll(others);
            leave.addAll(stay);
            leave.forEach(site.policy()::submitSoon);
        }
    }

    /** One of them. */
    private final class Given extends Offer {
        Given() {
            super(to);
        }

        @Override
        public void left() {
            given.incrementAndGet();
        }
    }
}
