package org.sojourn.testkit.simulation;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.Membership;
import org.sojourn.kernel.port.View;

/** Views that every place sees in one order, each place at its own time. */
final class SimulatedMembership {
    private final Simulation simulation;
    private final long mostNanos;
    private final List<Member> present;
    private final List<Seat> seats = new ArrayList<>();
    private long views = 1;

    SimulatedMembership(Simulation simulation, List<Member> members, long mostNanos) {
        this.simulation = simulation;
        this.present = new ArrayList<>(members);
        this.mostNanos = mostNanos;
    }

    private final class Seat implements Membership {
        private final Member self;
        private Membership.@Nullable Listener listener;

        /** When the view before arrives: a later one mustn't overtake it. */
        private long lastNanos;

        Seat(Member self) {
            this.self = self;
        }

        @Override
        public void start(Listener told) {
            listener = told;
            tell(new View(views, present));
        }

        void tell(View view) {
            lastNanos = Math.max(lastNanos, simulation.nanoTime() + simulation.delay(0, mostNanos));
            simulation.schedule(lastNanos - simulation.nanoTime(), "view", self.place(), () -> {
                if (listener != null) {
                    listener.view(view);
                }
            });
        }

        @Override
        public void stop() {
            listener = null;
        }
    }

    /** The membership of one place. */
    Membership of(Member self) {
        Seat seat = new Seat(self);
        seats.add(seat);
        return seat;
    }

    /** A member is out: the others see a view without it. */
    void lost(Member member) {
        present.remove(member);
        views++;
        View view = new View(views, present);
        for (Seat seat : seats) {
            if (!seat.self.equals(member)) {
                seat.tell(view);
            }
        }
    }
}
