package org.sojourn.host.run;

import static java.lang.System.Logger.Level.WARNING;

import java.io.IOException;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.Network;

/** What places say by their lines, from the first word on, and what follows from it. */
final class Hearing {
    private static final System.Logger LOG = System.getLogger(Hearing.class.getName());

    private final RunPlan run;
    private final Seats seats;
    private final Questions questions;
    private final Verdicts verdicts;
    private final Departures departures;
    private final Launcher.Listener listener;
    private final Network.@Nullable Address own;
    private final Consumer<Map<Member, Network.Address>> onRoster;

    Hearing(
            RunPlan run,
            Seats seats,
            Questions questions,
            Verdicts verdicts,
            Departures departures,
            Launcher.Listener listener,
            Network.@Nullable Address own,
            Consumer<Map<Member, Network.Address>> onRoster) {
        this.run = run;
        this.seats = seats;
        this.questions = questions;
        this.verdicts = verdicts;
        this.departures = departures;
        this.listener = listener;
        this.own = own;
        this.onRoster = onRoster;
    }

    /** The line of a place is open: it gets its part. */
    void arrived(Seat seat, Control line) throws IOException {
        Thread reader = Threads.daemon("sojourn-line-" + seat.member(), () -> read(seat, line));
        synchronized (seats) {
            seat.reader = reader;
        }
        line.send(new Order.Assign(
                seat.member(),
                run.init(),
                seat.plan.host(),
                seat.plan.port(),
                run.silence().toMillis(),
                seat.plan.workers() == 0 ? run.settings() : run.settings().withWorkers(seat.plan.workers()),
                run.mainClass(),
                run.arguments(),
                seat.plan.identity(),
                seat.plan.plain(),
                run.beginning()));
    }

    private void read(Seat from, Control line) {
        try {
            for (Notice notice = line.nextNotice(); notice != null; notice = line.nextNotice()) {
                if (notice instanceof Notice.Bound bound) {
                    bound(from, bound);
                } else if (notice instanceof Notice.Lost lost) {
                    verdicts.lost(from, lost);
                } else if (notice instanceof Notice.Leaves) {
                    Threads.daemon("sojourn-leave", () -> departures.leaves(from));
                } else if (!questions.answered(notice)) {
                    heard(from, notice);
                    listener.notice(from.member(), notice);
                }
            }
        } catch (IOException e) {
            LOG.log(WARNING, "the line of {0} is broken: {1}", from.member(), e.getMessage());
            synchronized (seats) {
                from.broken = "its line broke: " + e.getMessage();
            }
            from.kill();
        } finally {
            line.close();
        }
    }

    /** What the listener is told, too. */
    private void heard(Seat from, Notice notice) {
        if (notice instanceof Notice.Up) {
            from.up.complete(from.member());
        } else if (notice instanceof Notice.Exiting) {
            synchronized (seats) {
                from.isExiting = true;
            }
        } else if (notice instanceof Notice.Fatal fatal) {
            verdicts.fatal(from, fatal);
        }
    }

    private void bound(Seat from, Notice.Bound bound) {
        Map<Member, Network.Address> all;
        synchronized (seats) {
            from.address = bound.address();
            from.heapBytes = bound.heapBytes();
            all = seats.roster();
        }
        if (all.isEmpty()) {
            return;
        }
        if (own != null) {
            all.put(run.init(), own);
        }
        // A place gets only lists that have itself: the first one that it gets is its own. Lists may overtake each
        // other.
        seats.tell(each -> all.containsKey(each.member()), new Order.Roster(all));
        onRoster.accept(all);
    }
}
