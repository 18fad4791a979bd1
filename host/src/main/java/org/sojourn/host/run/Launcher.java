package org.sojourn.host.run;

import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Cause;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.Network;

/**
 * The places of a run, as the process sees them that has started them.
 *
 * <p><b>Start.</b> All processes are begun at once, by a {@link Starter}; each connects back by its {@link Control} line ({@link
 * Reception}), is assigned its part, binds its port and tells it; when all have, each is told where the others listen and starts. Nobody
 * guesses ports, so two runs at once don't meet.
 *
 * <p><b>One more.</b> A place that is {@linkplain #add added} to a run goes the same way. When it has bound its port, it and all others are
 * told where everybody listens, so links to it come up from either side; that it is in, a view says. It may have the number of a place
 * that is gone, and is another member then: incarnations are minted in order, here. A loss that isn't known here when the list is made is
 * told by the line that the list went by.
 *
 * <p><b>While it runs.</b> {@link Seats} are what is known of the places, {@link Questions} what they are asked, {@link Verdicts} what the
 * end of a process means, {@link Departures} how a place leaves in order, {@link Returns} how a process that was put out is a place again.
 *
 * <p><b>End.</b> {@link #stop} tells every process that the run is over, has each stop in order once all know, and ends by force what is left after {@link
 * Bound#STOP_SECONDS} in all. A process whose line closes ends by itself.
 */
public final class Launcher {
    /** The address at which places of this machine listen, and their launcher. */
    public static final String LOOPBACK = InetAddress.getLoopbackAddress().getHostAddress();

    /** How long a place of this machine may be silent unless something else is said. */
    public static final Duration SILENCE = Duration.ofMillis(Bound.LOCAL_SILENCE_MILLIS.value());

    private static final int STOP_SECONDS = Bound.STOP_SECONDS.intValue();

    /** Told what happens, by several threads. */
    public interface Listener {
        /**
         * A place says something.
         *
         * @param from the place
         * @param notice what it says
         */
        void notice(Member from, Notice notice);

        /**
         * A process has ended.
         *
         * @param place the place that it was
         * @param status its exit status; 128 + n after signal n
         * @param how what that says, a clause
         */
        void ended(Member place, int status, String how);

        /**
         * A place that the run was started with could not start, and the run does without it, see {@link Beginning}.
         *
         * @param place the place that it would have been
         * @param why a sentence
         */
        default void missed(Member place, String why) {}

        /**
         * A place has left the run in order.
         *
         * @param place the place that it was
         */
        default void left(Member place) {}

        /**
         * A place was put out of the run, and its process may be a place again, see {@link RunPlan#rejoins}. When that process ends, it is
         * told by {@link #ended}, unless it is another place by then.
         *
         * @param place the place that it was
         */
        default void out(Member place) {}

        /**
         * The process of a place that was put out is to be another place of the same number.
         *
         * @param place the place that it is to be
         * @param runs done when it runs; exceptionally, with a sentence, if it ends before
         */
        default void returns(Member place, CompletableFuture<Member> runs) {}
    }

    private final RunPlan run;
    private final Starter starter;
    private final Listener listener;
    private final Seats seats = new Seats();
    private final Questions questions = new Questions(seats);
    private final Verdicts verdicts;
    private final Departures departures;
    private final Reception reception;

    /**
     * Starts the processes. Returns when they are started, long before they run.
     *
     * @param run what they share
     * @param starter begins their processes
     * @param plans the places, at least one
     * @param own where this process listens if it is the init place, else null
     * @param onRoster told when every place has bound its port, and again whenever one more has
     * @param listener told what happens
     * @return the places
     * @throws IOException if no process can be started
     */
    public static Launcher start(
            RunPlan run,
            Starter starter,
            List<Starter.Plan> plans,
            Network.@Nullable Address own,
            Consumer<Map<Member, Network.Address>> onRoster,
            Listener listener)
            throws IOException {
        Launcher places = new Launcher(run, starter, own, onRoster, listener);
        try {
            places.begin(plans);
        } catch (IOException e) {
            places.stop(1);
            throw e;
        }
        return places;
    }

    private Launcher(
            RunPlan run,
            Starter starter,
            Network.@Nullable Address own,
            Consumer<Map<Member, Network.Address>> onRoster,
            Listener listener) {
        this.run = run;
        this.starter = starter;
        this.listener = listener;
        Returns returns = new Returns(run, seats, questions, listener, this::follow);
        this.verdicts = new Verdicts(run, seats, questions, returns, listener);
        this.departures = new Departures(seats, run.init(), questions);
        Hearing hearing = new Hearing(run, seats, questions, verdicts, returns, departures, listener, own, onRoster);
        this.reception = new Reception(seats, run.secret(), hearing::arrived);
    }

    // ---- places that come -----------------------------------------------------------------------------------------

    private void begin(List<Starter.Plan> plans) throws IOException {
        boolean isGradual = run.beginning().isGradual();
        List<Seat> all = plans.stream()
                .map(plan -> seat(plan, starter, isGradual && !plan.member().equals(run.init())))
                .toList();
        seats.first(all);
        all.stream().filter(each -> each.isAdded).forEach(this::missed);
        try {
            for (Seat each : all) {
                begin(each, starter);
            }
        } catch (IOException e) {
            all.stream().filter(each -> each.process == null).forEach(each -> each.end.complete(null));
            throw e;
        }
    }

    private void missed(Seat seat) {
        seat.up.whenComplete((up, failure) -> {
            if (failure != null && !seats.isStopping()) {
                listener.missed(seat.member(), Cause.sentence(failure));
            }
        });
    }

    /**
     * Names a place that is to join: no member of the run was it before.
     *
     * @param place its number; below 0 for the first one that no place has had
     * @return the member that it will be
     */
    public Member next(int place) {
        return seats.next(place);
    }

    /**
     * Begins one more place while the run goes on. Others learn of it when it has bound its port.
     *
     * @param plan the place: of a number that no living one has
     * @return done when the place runs; exceptionally, with a sentence, if it ends before
     * @throws IOException if its process can't be begun
     * @throws IllegalStateException if the run ends, or has such a place; the message is a sentence
     */
    public CompletableFuture<Member> add(Starter.Plan plan) throws IOException {
        return add(plan, starter);
    }

    /**
     * Begins one more place while the run goes on, in a way of its own.
     *
     * @param plan the place: of a number that no living one has
     * @param by begins its process
     * @return done when the place runs; exceptionally, with a sentence, if it ends before
     * @throws IOException if its process can't be begun
     * @throws IllegalStateException if the run ends, or has such a place; the message is a sentence
     */
    public CompletableFuture<Member> add(Starter.Plan plan, Starter by) throws IOException {
        Seat seat = seat(plan, by, true);
        seats.add(seat);
        seats.outcasts(plan.member().place()).forEach(Seat::kill); // its number is another's now
        begin(seat, by);
        return seat.up;
    }

    private Seat seat(Starter.Plan plan, Starter by, boolean isAdded) {
        long silence =
                Math.max(Bound.CONTROL_SILENCE_MILLIS.value(), run.silence().toMillis());
        return new Seat(plan, isAdded, by.isFar(plan) ? Math.toIntExact(silence) : 0);
    }

    private void begin(Seat seat, Starter by) throws IOException {
        PlaceProcess process;
        try {
            process = by.start(
                    seat.plan,
                    reception.await(seat),
                    said -> ProcessEnd.exhausted(said).ifPresent(what -> exhausted(seat, what)));
        } catch (IOException e) {
            synchronized (seats) {
                seats.remove(seat);
                seat.end.complete(null);
                reception.cancel(seat);
            }
            throw e;
        }
        boolean isTooLate;
        synchronized (seats) {
            seat.process = process;
            isTooLate = seats.isStopping() && seat.line == null;
        }
        if (isTooLate) {
            process.kill(); // who stops hasn't seen it
        }
        follow(seat, process);
    }

    private void follow(Seat seat, PlaceProcess process) {
        process.end()
                .thenAccept(status -> ended(seat, process, status))
                .whenComplete((done, failure) -> seat.end.complete(null));
    }

    private void ended(Seat seat, PlaceProcess process, int status) {
        synchronized (seats) {
            seat.isGone = true;
            if (seat.line == null) {
                reception.cancel(seat); // later, its number may be another's
            }
        }
        verdicts.ended(seat, process, status);
    }

    private void exhausted(Seat seat, String what) {
        synchronized (seats) {
            seat.exhausted = what;
        }
    }

    /**
     * Opens the line of a place that comes by another door than the loopback interface.
     *
     * @param wire a connection that has said that it is a {@linkplain LauncherAddress#LINE line}, and nothing else yet
     * @param proven called when it has shown its ticket, or is refused
     */
    public void line(Wire wire, Runnable proven) {
        reception.open(wire, proven);
    }

    // ---- places that are there, and those that go ------------------------------------------------------------------

    /**
     * Returns what asks the places.
     *
     * @return the same each time
     */
    public Questions questions() {
        return questions;
    }

    /**
     * Returns the process id of a place.
     *
     * @param member the place
     * @return its pid; 0 if its process runs on another machine
     */
    public long pid(Member member) {
        Seat seat = seats.of(member);
        if (seat == null) {
            return ProcessHandle.current().pid();
        }
        PlaceProcess process = seat.process;
        return process == null ? 0 : process.pid();
    }

    /**
     * Ends the process of a place by force. What follows is what follows any end of a process.
     *
     * @param member the place
     */
    public void kill(Member member) {
        seats.kill(member);
    }

    /**
     * Returns the places whose processes haven't ended, but for those that were put out.
     *
     * @return in the order of their numbers
     */
    public List<Member> places() {
        return seats.members(Seat::isThere);
    }

    /**
     * Has a place leave the run in order, and waits until its process has ended.
     *
     * @param place its number
     * @return why it stays, a sentence; empty if it has left
     */
    public String leave(int place) {
        return departures.leave(place);
    }

    /**
     * Returns the places that are gone and haven't left in order.
     *
     * @return in the order of their numbers, and of their incarnations
     */
    public List<Member> lost() {
        return seats.members(each -> !each.isThere() && !each.hasLeft && !each.hasFailedToCome());
    }

    /**
     * Returns all that have been places of the run.
     *
     * @return in the order of their numbers, and of their incarnations
     */
    public List<Member> members() {
        return seats.members(each -> true);
    }

    /** Has the program's main begin, see {@link Beginning#isManual}. The init place runs. */
    public void beginMain() {
        seats.tell(Seat::isInit, new Order.Begin());
    }

    /** Has whatever waits for the end of the run go on at the init place, see {@link Beginning#isManual}. */
    public void finishMain() {
        seats.tell(Seat::isInit, new Order.Finish());
    }

    /** Asks the init place for the terminal. */
    public void askForTerminal() {
        seats.tell(Seat::isInit, new Order.AsksForTerminal());
    }

    /** Gives the terminal to the init place. */
    public void giveTerminal() {
        seats.tell(Seat::isInit, new Order.GivesTerminal());
    }

    /** Has every place print to standard error what it does and waits for. */
    public void dump() {
        seats.tell(each -> true, new Order.Dump());
    }

    // ---- the end --------------------------------------------------------------------------------------------------

    /**
     * Ends all places: in order if they do so within {@link Bound#STOP_SECONDS}, by force otherwise, and if they were put out. All of them learn
     * that the run is over before one of them stops, so that none takes another's goodbye for a loss. Returns when no process is left, and what
     * they have written and told is passed on, as far as that takes no longer than {@link Bound#FINAL_REPORT_SECONDS}. Idempotent.
     *
     * @param status the exit status that each is to end with
     */
    public void stop(int status) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(STOP_SECONDS);
        List<Seat> all = seats.stop();
        reception.close();
        questions.over();
        seats.tell(each -> true, new Order.Stop(status));
        List<Seat> unconnected;
        synchronized (seats) {
            unconnected = all.stream().filter(each -> each.line == null).toList();
        }
        unconnected.forEach(Seat::kill);
        seats.outcasts(-1).forEach(Seat::kill);
        try {
            if (!areOver(all, deadline - System.nanoTime())) {
                all.forEach(Seat::kill);
                areOver(all, TimeUnit.SECONDS.toNanos(STOP_SECONDS));
            }
            hearOut(all);
        } catch (InterruptedException e) {
            all.forEach(Seat::kill);
            Thread.currentThread().interrupt();
        }
        synchronized (seats) {
            all.stream().map(each -> each.line).flatMap(Stream::ofNullable).forEach(Control::close);
        }
    }

    /** Waits until what places have written, or told by their lines, is passed on, for a while. */
    private void hearOut(List<Seat> all) {
        long until = PlaceOutput.soon();
        for (Seat each : all) {
            PlaceProcess process = each.process;
            Thread reader;
            synchronized (seats) {
                reader = each.reader;
            }
            if (process != null) {
                process.hearOut(until);
                PlaceOutput.hearOut(reader, until);
            }
        }
    }

    /** Waits until all processes have ended; false if they take longer. */
    private static boolean areOver(List<Seat> all, long nanos) throws InterruptedException {
        CompletableFuture<?>[] ends = all.stream().map(each -> each.end).toArray(CompletableFuture<?>[]::new);
        try {
            CompletableFuture.allOf(ends).get(nanos, TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw new CompletionException(e.getCause());
        }
    }
}
