package org.sojourn.kernel.balance;

import java.util.ArrayList;
import java.util.List;
import org.sojourn.kernel.move.Sojourner;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.sched.Policy;
import org.sojourn.kernel.sched.Task;
import org.sojourn.kernel.sched.WorkStealing;
import org.sojourn.kernel.site.Site;

/**
 * Gives another place some of the parts that wait here, the oldest first, and tells it how many. It is a turn of a
 * worker: parts leave by their own code, and the place is active while it holds tasks that are in no queue.
 */
final class Deal implements Task {
    private static final int LOOKED_AT = 4 * Bound.GIFT_SELECTORS.intValue();

    private final Balancing balancing;
    private final Site site;
    private final Member to;
    private final int most;
    private final String why;
    private int given;

    Deal(Balancing balancing, Site site, Member to, int most, String why) {
        this.balancing = balancing;
        this.site = site;
        this.to = to;
        this.most = most;
        this.why = why;
    }

    @Override
    public void run() {
        WorkStealing workers = site.policies().task();
        Policy policy = site.policy();
        int waiting = workers.waiting(LOOKED_AT);
        int wanted = Math.min(most, (waiting + 1) / 2);
        List<Task> stays = new ArrayList<>();
        for (Task each : workers.take(waiting)) {
            if (given < wanted
                    && each instanceof Sojourner part
                    && balancing.isWorthAMove(part)
                    && balancing.offer(part, new Given(), why)) {
                each.run(); // and leaves, or goes on as it would have
            } else {
                stays.add(each);
            }
        }
        stays.forEach(policy::submitSoon);
        balancing.dealt(to, given);
    }

    /** One of them; counted when it has left, even if it is taken back later. */
    private final class Given extends Offer {
        Given() {
            super(to);
        }

        @Override
        public void left() {
            given++;
        }
    }
}
