package org.sojourn.host.run;

import static java.lang.System.Logger.Level.DEBUG;
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
    private final Returns returns;
    private final Departures departures;
    private final Launcher.Listener listener;
    private final Network.@Nullable Address own;
    private final Consumer<Map<Member, Network.Address>> onRoster;

    Hearing(
            RunPlan run,
            Seats seats,
            Questions questions,
            Verdicts verdicts,
            Returns returns,
            Departures departures,
            Launcher.Listener listener,
            Network.@Nullable Address own,
            Consumer<Map<Member, Network.Address>> onRoster) {
        this.run = run;
        this.seats = seats;
        this.questions = questions;
        this.verdicts = verdicts;
        this.returns = returns;
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
        line.send(seat.assignment(run));
    }

    private void read(Seat first, Control line) {
        Seat from = first;
        try {
            for (Notice notice = line.nextNotice(); notice != null; notice = line.nextNotice()) {
                if (notice instanceof Notice.Bound bound) {
                    bound(from, bound);
                } else if (notice instanceof Notice.Lost lost) {
                    verdicts.lost(from, lost);
                } else if (notice instanceof Notice.Leaves) {
                    Seat leaver = from;
                    Threads.daemon("sojourn-leave", () -> departures.leaves(leaver));
                } else if (notice instanceof Notice.Out out) {
                    from = out(from, out, line);
                } else if (notice instanceof Notice.Up && !hasBound(from)) {
                    // of the place that its process was: that was put out before it could say so
                    LOG.log(DEBUG, "{0} doesn''t run yet", from.member());
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

    private boolean hasBound(Seat place) {
        synchronized (seats) {
            return place.address != null;
        }
    }

    /** A place has learnt that it is out; returns what its process is from now on. */
    private Seat out(Seat from, Notice.Out out, Control line) throws IOException {
        Seat heir = returns.takes(from);
        if (heir != null) {
            line.send(heir.assignment(run));
            return heir;
        }
        Notice.Fatal fatal = new Notice.Fatal(from.member() + " ends: " + out.cause(), Verdicts.LOST);
        heard(from, fatal);
        listener.notice(from.member(), fatal);
        line.send(new Order.Stop(fatal.status()));
        return from;
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
