package org.sojourn.host.run;

import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.sojourn.kernel.port.Member;

/** Has places leave a run in order, one after the other, see {@link org.sojourn.kernel.move.Farewell}. */
final class Departures {
    private final Seats seats;
    private final Member init;
    private final Questions questions;

    /** Held by whoever has a place leave. */
    private final Object leaving = new Object();

    Departures(Seats seats, Member init, Questions questions) {
        this.seats = seats;
        this.init = init;
        this.questions = questions;
    }

    /**
     * Has a place leave the run in order, and waits until its process has ended.
     *
     * @param place its number
     * @return why it stays, a sentence; empty if it has left
     */
    String leave(int place) {
        if (place == init.place()) {
            return "p" + place + " is the init place, which can't leave; ./sojourn stop ends the run";
        }
        return leave(each -> each.member().place() == place);
    }

    private String leave(Predicate<Seat> which) {
        synchronized (leaving) {
            Map<Member, Control> lines = seats.lines(which);
            if (lines.isEmpty()) {
                return "there is no such place; there are " + seats.members(Seat::isThere);
            }
            Map.Entry<Member, Control> line = lines.entrySet().iterator().next();
            Member leaver = line.getKey();
            Notice.Answered said = questions.leave(leaver, line.getValue());
            if (said == null) {
                return leaver + " has ended before it could leave";
            }
            if (!said.refusal().isEmpty()) {
                return said.refusal();
            }
            goes(leaver);
            return "";
        }
    }

    /** A place was asked to leave by a signal. */
    void leaves(Seat seat) {
        String refusal = leave(each -> each == seat);
        boolean isThere;
        synchronized (seats) {
            isThere = seat.isThere();
        }
        if (!refusal.isEmpty() && isThere) {
            System.err.println("sojourn: " + seat.member() + " doesn't leave: " + refusal);
        }
    }

    private void goes(Member leaver) {
        Seat seat = Objects.requireNonNull(seats.of(leaver));
        synchronized (seats) {
            seat.hasLeft = true;
        }
        seats.tell(each -> each == seat, new Order.Stop(0));
        seat.end.join();
    }
}
