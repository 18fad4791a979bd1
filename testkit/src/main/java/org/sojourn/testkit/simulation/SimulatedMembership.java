package org.sojourn.testkit.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.Membership;
import org.sojourn.kernel.port.Membership.View;

/**
 * Views that every place sees in one order, each place at its own time.
 *
 * <p><b>Who decides.</b> The init place does, as in a real run ("the side that holds the init place lives"). Heartbeats aren't
 * simulated one by one: a place is <em>heard</em> while it runs, the init place runs, and the way from the one to the other is
 * open.
 *
 * <ul>
 *   <li>A place that the init place hasn't heard for the silence bound, and up to a tenth more, is out: a view without it goes to
 *       the others. It learns it when the way from the init place to it is open and it runs; then it must end.
 *   <li>A place that hasn't heard the init place for so long is cut off, and must end by itself, whether or not anybody has
 *       declared it out.
 *   <li>A place whose process has ended is out at once, as where a launcher sees it end.
 *   <li>That two other places don't hear each other is nobody's reason to declare one of them out: what they send each other
 *       waits.
 * </ul>
 *
 * <p>What is said to a place waits while the way to it is cut, and keeps its order. A paused place notices nothing, silence included,
 * before it goes on.
 */
final class SimulatedMembership {
    private final Simulation simulation;
    private final Settings settings;
    private final SimulatedNetwork network;
    private final BiConsumer<Member, String> onOut;

    /** Of those who are in, the init place's first. */
    private final List<Seat> seats = new ArrayList<>();

    /** Of those who are out and don't know it. */
    private final List<Seat> unknowing = new ArrayList<>();

    private View view = new View(1, List.of());

    SimulatedMembership(
            Simulation simulation, Settings settings, SimulatedNetwork network, BiConsumer<Member, String> onOut) {
        this.simulation = simulation;
        this.settings = settings;
        this.network = network;
        this.onOut = onOut;
    }

    /** One incarnation's part. */
    private final class Seat implements Membership {
        private final Member self;
        private final SimulatedProcess process;
        private Membership.@Nullable Listener listener;

        /** From the init place. */
        private final Arrivals arrivals;

        /** When the view before arrives: a later one mustn't overtake it. */
        private long lastNanos;

        /** The init place doesn't hear it, and says so when this rings. */
        private @Nullable Event unheard;

        /** It doesn't hear the init place, and ends when this rings. */
        private @Nullable Event deaf;

        Seat(Member self, SimulatedProcess process) {
            this.self = self;
            this.process = process;
            this.arrivals = new Arrivals(network, 0, process);
        }

        @Override
        public void start(Listener told) {
            listener = told;
            tell(view);
        }

        @Override
        public void stop() {
            listener = null;
        }

        void tell(View shown) {
            comes(() -> {
                if (listener != null) {
                    listener.view(shown);
                }
            });
        }

        void expel(String cause) {
            if (listener != null) {
                listener.expelled(cause);
            }
        }

        void comes(Runnable word) {
            lastNanos = Math.max(lastNanos, simulation.nanoTime() + simulation.delay(0, settings.mostDelayNanos()));
            arrivals.add(lastNanos - simulation.nanoTime(), "view", word);
        }

        /** Begins to wait for silence to become too long, or ceases to. */
        void listen(Seat init) {
            boolean bothRun = process.isRunning() && init.process.isRunning();
            unheard = silence(unheard, bothRun && network.isOpen(self.place(), 0), init.process, () -> {
                unheard = null;
                out(this, "it was silent for " + seconds());
            });
            deaf = silence(deaf, bothRun && network.isOpen(0, self.place()), process, () -> {
                deaf = null;
                expel("the init place was silent for " + seconds());
            });
        }

        /** Nobody waits to hear it any more. */
        void dontListen() {
            unheard = silence(unheard, true, process, () -> {});
        }
    }

    private String seconds() {
        return settings.silenceNanos() / 1_000_000_000 + " s";
    }

    private @Nullable Event silence(@Nullable Event before, boolean isHeard, SimulatedProcess by, Runnable verdict) {
        if (isHeard) {
            if (before != null) {
                before.cancel();
            }
            return null;
        }
        long most = settings.silenceNanos();
        return before != null ? before : by.schedule(most + simulation.delay(0, most / 10), "silence", verdict);
    }

    /** The membership of a place of the first hour; all of them are in before any starts. */
    Membership first(Member self, SimulatedProcess process) {
        Seat seat = new Seat(self, process);
        seats.add(seat);
        return seat;
    }

    /** All places of the first hour are there. */
    void begin() {
        view = new View(1, seats.stream().map(seat -> seat.self).toList());
    }

    /** A place joins, whose predecessor is out. */
    Membership join(Member self, SimulatedProcess process) {
        Seat seat = new Seat(self, process);
        seats.add(seat);
        next();
        return seat;
    }

    /** Who is in. */
    List<Member> members() {
        return view.members();
    }

    private void next() {
        view = new View(view.number() + 1, seats.stream().map(seat -> seat.self).toList());
        seats.forEach(seat -> seat.tell(view));
        listen();
    }

    /** A process has ended, which its launcher has seen. */
    void ended(Member member) {
        unknowing.removeIf(seat -> seat.self.equals(member));
        for (Seat seat : List.copyOf(seats)) {
            if (seat.self.equals(member)) {
                out(seat, "its process has ended");
            }
        }
    }

    private void out(Seat seat, String why) {
        seat.dontListen();
        seats.remove(seat);
        onOut.accept(seat.self, why);
        if (!seat.process.hasEnded()) {
            unknowing.add(seat);
            seat.comes(() -> seat.expel("it was declared out: " + why));
        }
        next();
    }

    /** Ways were cut or healed, or a process was paused or goes on. */
    void changed() {
        seats.forEach(seat -> seat.arrivals.goOn());
        unknowing.forEach(seat -> seat.arrivals.goOn());
        listen();
    }

    private void listen() {
        for (int i = 1; i < seats.size(); i++) {
            seats.get(i).listen(seats.get(0));
        }
    }
}
