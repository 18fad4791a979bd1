package org.sojourn.host.local;

import static java.lang.System.Logger.Level.DEBUG;
import static java.lang.System.Logger.Level.WARNING;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.sojourn.host.place.PlaceSettings;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.Network;
import org.sojourn.kernel.quiesce.Ending;

/**
 * The places of a run, as the process sees them that has started them.
 *
 * <p><b>Start.</b> All processes are begun at once, by a {@link Starter}; each connects back by its {@link Control} line, is assigned its
 * part, binds its port and tells it; when all have, each is told where the others listen and starts. Nobody guesses ports, so two runs at
 * once don't meet. The listener is open only while a place is awaited.
 *
 * <p><b>One more.</b> A place that is {@linkplain #add added} to a run goes the same way. When it has bound its port, it and all others are
 * told where everybody listens, so links to it come up from either side; that it is in, a view says. It may have the number of a place
 * that is gone, and is another member then: incarnations are minted in order, here. A loss that isn't known here when the list is made is
 * told by the line that the list went by.
 *
 * <p><b>Verdict.</b> The end of a process is the verdict on its place: the others are told at once. That a place is silent is for the
 * others to judge. Those that hear nothing of the init place end and say so; when nobody is left who may still hear it, and it doesn't
 * answer here either, its process is ended by force. A process that a signal has stopped would otherwise keep the run open for good.
 *
 * <p><b>End.</b> {@link #stop} asks every process to stop in order, waits {@link Bound#STOP_SECONDS}, and ends by force what is
 * left. A process whose line closes ends by itself.
 */
public final class Launcher {
    private static final System.Logger LOG = System.getLogger(Launcher.class.getName());

    /** The address at which places of this machine listen, and their launcher. */
    public static final String LOOPBACK = InetAddress.getLoopbackAddress().getHostAddress();

    /** How long a place of this machine may be silent unless something else is said. */
    public static final Duration SILENCE = Duration.ofMillis(Bound.LOCAL_SILENCE_MILLIS.value());

    private static final int STOP_SECONDS = Bound.STOP_SECONDS.intValue();
    private static final int BACKLOG = 64;
    private static final int LOST = Ending.Word.TERMINATED_WITH_LOSS.status();
    private static final Duration FOR_EVER = Duration.ofDays(3650);
    private static final Duration ANSWER = Duration.ofSeconds(Bound.TELL_SECONDS.value());

    /**
     * What all places share.
     *
     * @param init the init place; if no plan is its, it is this process
     * @param silence how long a place may be silent before it is lost
     * @param secret the cluster's secret
     * @param settings how each place runs
     * @param mainClass the program's main class
     * @param arguments its arguments
     * @param verdicts whether the end of a process is told to the others; a test may leave that to the views
     * @param heapOption the option that gives places a larger heap, for sentences to the user
     */
    public record Shared(
            Member init,
            Duration silence,
            byte[] secret,
            PlaceSettings settings,
            String mainClass,
            List<String> arguments,
            boolean verdicts,
            String heapOption) {}

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
    }

    private final Shared shared;
    private final Starter starter;
    private final Listener listener;
    private final Network.@Nullable Address own;
    private final Consumer<Map<Member, Network.Address>> onRoster;
    /** Held by whoever has a place leave. */
    private final Object leaving = new Object();

    private final Tickets tickets = new Tickets();
    private final Answers answers = new Answers();

    /** By member, in the order in which they were added. Guarded by this, as all that follows. */
    private final Map<Member, Seat> seats = new LinkedHashMap<>();

    private @Nullable ServerSocket server;
    private @Nullable Door door;

    /** Whether the first places know of each other. */
    private boolean isRostered;

    private boolean isInitSilent;
    private boolean stopping;

    /**
     * Starts the processes. Returns when they are started, long before they run.
     *
     * @param shared what they share
     * @param starter begins their processes
     * @param plans the places, at least one
     * @param own where this process listens if it is the init place, else null
     * @param onRoster told when every place has bound its port, and again whenever one more has
     * @param listener told what happens
     * @return the places
     * @throws IOException if no process can be started
     */
    public static Launcher start(
            Shared shared,
            Starter starter,
            List<Starter.Plan> plans,
            Network.@Nullable Address own,
            Consumer<Map<Member, Network.Address>> onRoster,
            Listener listener)
            throws IOException {
        Launcher places = new Launcher(shared, starter, own, onRoster, listener);
        try {
            places.begin(plans);
        } catch (IOException e) {
            places.stop(1);
            throw e;
        }
        return places;
    }

    private Launcher(
            Shared shared,
            Starter starter,
            Network.@Nullable Address own,
            Consumer<Map<Member, Network.Address>> onRoster,
            Listener listener) {
        this.shared = shared;
        this.starter = starter;
        this.own = own;
        this.onRoster = onRoster;
        this.listener = listener;
    }

    // ---- places that come -----------------------------------------------------------------------------------------

    private void begin(List<Starter.Plan> plans) throws IOException {
        List<Seat> all = plans.stream().map(plan -> new Seat(plan, false)).toList();
        synchronized (this) {
            all.forEach(each -> seats.put(each.member(), each)); // before one can say that it is the last
        }
        try {
            for (Seat each : all) {
                begin(each);
            }
        } catch (IOException e) {
            all.stream().filter(each -> each.process == null).forEach(each -> each.end.complete(null));
            throw e;
        }
    }

    /**
     * Names a place that is to join: no member of the run was it before.
     *
     * @param place its number; below 0 for the first one that no place has had
     * @return the member that it will be
     */
    public synchronized Member next(int place) {
        long last = 0;
        int free = 0;
        for (Member each : seats.keySet()) {
            last = Math.max(last, each.incarnation());
            free = Math.max(free, each.place() + 1);
        }
        return new Member(place < 0 ? free : place, Math.max(last, shared.init().incarnation()) + 1);
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
        Seat seat = new Seat(plan, true);
        synchronized (this) {
            if (stopping) {
                throw new IllegalStateException("no place can join: the run ends");
            }
            if (!isRostered) {
                throw new IllegalStateException("no place can join yet: the first ones are just starting; ask again");
            }
            if (living().anyMatch(each -> each.member().place() == plan.member().place())) {
                throw new IllegalStateException("there is a place " + plan.member()
                        + " already; a place can come back when it is gone, or join under another number");
            }
            seats.put(seat.member(), seat);
        }
        begin(seat);
        return seat.up;
    }

    private void begin(Seat seat) throws IOException {
        Map<String, String> line = new TreeMap<>();
        line.put(Control.PORT, Integer.toString(listening()));
        String ticket = tickets.mint(seat.member().place());
        synchronized (this) {
            seat.ticket = ticket;
        }
        line.put(Control.TICKET, ticket);
        line.put(Control.PLACE, Integer.toString(seat.member().place()));
        PlaceProcess process;
        try {
            process = starter.start(
                    seat.plan, line, said -> ProcessEnd.exhausted(said).ifPresent(what -> exhausted(seat, what)));
        } catch (IOException e) {
            tickets.cancel(seat.member().place());
            synchronized (this) {
                seats.remove(seat.member());
                seat.end.complete(null);
                closeListenerIfIdle();
            }
            throw e;
        }
        boolean isTooLate;
        synchronized (this) {
            seat.process = process;
            isTooLate = stopping && seat.line == null;
        }
        if (isTooLate) {
            process.kill(); // who stops hasn't seen it
        }
        process.end()
                .thenAccept(status -> ended(seat, process, status))
                .whenComplete((done, failure) -> seat.end.complete(null));
    }

    private synchronized void exhausted(Seat seat, String what) {
        seat.exhausted = what;
    }

    /** {@return the port that lines come to} There is a listener from now on, until every place has connected. */
    private synchronized int listening() throws IOException {
        ServerSocket open = server;
        if (open == null || open.isClosed()) {
            open = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
            server = open;
            ServerSocket opened = open;
            Door opens = new Door(opened, this::open);
            door = opens;
            daemon("sojourn-accept", opens::accept);
        }
        return open.getLocalPort();
    }

    private static Thread daemon(String name, Runnable body) {
        Thread thread = new Thread(body, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    // ---- lines ----------------------------------------------------------------------------------------------------

    private void open(Socket socket) {
        try {
            Control.Opened opened = Control.accept(socket, tickets);
            leaveDoor(socket);
            Seat seat = register(opened);
            if (seat == null) {
                LOG.log(WARNING, "a stranger at the launcher''s port was refused: no ticket, or one that is spent");
                opened.control().close();
                return;
            }
            opened.admit(shared.secret());
            Thread reader = daemon("sojourn-line-" + seat.member(), () -> read(seat, opened.control()));
            synchronized (this) {
                seat.reader = reader;
            }
            opened.control()
                    .send(new Order.Assign(
                            seat.member(),
                            shared.init(),
                            seat.plan.host(),
                            seat.plan.port(),
                            shared.silence().toMillis(),
                            shared.settings(),
                            shared.mainClass(),
                            shared.arguments(),
                            seat.plan.identity(),
                            seat.plan.plain()));
        } catch (IOException e) {
            LOG.log(WARNING, "a stranger at the launcher''s port was refused: {0}", e.getMessage());
            Door.closeQuietly(socket);
        }
    }

    /** Those of an earlier door need its room no more: nobody comes there any longer. */
    private synchronized void leaveDoor(Socket socket) {
        if (door != null) {
            door.leave(socket);
        }
    }

    /** Notes the line of the place whose ticket was shown; null if it was none's. */
    private synchronized @Nullable Seat register(Control.Opened opened) {
        if (stopping || opened.place() < 0) {
            return null;
        }
        String shown = HexFormat.of().formatHex(opened.ticket());
        Seat seat = living().filter(each -> each.line == null && each.ticket.equals(shown))
                .findFirst()
                .orElse(null);
        if (seat != null) {
            seat.line = opened.control();
            closeListenerIfIdle();
        }
        return seat;
    }

    private void read(Seat from, Control line) {
        try {
            for (Notice notice = line.nextNotice(); notice != null; notice = line.nextNotice()) {
                if (notice instanceof Notice.Bound bound) {
                    bound(from, bound);
                } else if (notice instanceof Notice.Lost lost) {
                    lost(from, lost.member());
                } else if (notice instanceof Notice.Told told) {
                    answers.told(told.question(), told);
                } else if (notice instanceof Notice.Drained drained) {
                    answers.told(drained.question(), drained);
                } else if (notice instanceof Notice.Answered answer) {
                    answers.told(answer.question(), answer);
                } else if (notice instanceof Notice.Leaves) {
                    daemon("sojourn-leave", () -> leaves(from));
                } else {
                    heard(from, notice);
                    listener.notice(from.member(), notice);
                }
            }
        } catch (IOException e) {
            LOG.log(WARNING, "the line of {0} is broken: {1}", from.member(), e.getMessage());
            from.kill();
        }
    }

    /** What the listener is told, too. */
    private void heard(Seat from, Notice notice) {
        if (notice instanceof Notice.Up) {
            from.up.complete(from.member());
        } else if (notice instanceof Notice.Exiting) {
            synchronized (this) {
                from.isExiting = true;
            }
        } else if (notice instanceof Notice.Fatal fatal && fatal.status() == LOST) {
            synchronized (this) {
                from.deaf = fatal.sentence();
            }
            judgeInit();
        }
    }

    private void lost(Seat from, Member lost) {
        synchronized (this) {
            Seat seat = seats.get(lost);
            if (from.isInit() && seat != null) {
                seat.isOutcast = true;
            }
        }
        kill(lost);
    }

    private void bound(Seat from, Notice.Bound bound) {
        Map<Member, Network.Address> all = new TreeMap<>();
        synchronized (this) {
            from.address = bound.address();
            from.heapBytes = bound.heapBytes();
            if (!isRostered && seats.values().stream().anyMatch(each -> each.address == null)) {
                return;
            }
            isRostered = true;
            living().forEach(each -> {
                if (each.address != null) {
                    all.put(each.member(), each.address);
                }
            });
            if (own != null) {
                all.put(shared.init(), own);
            }
        }
        // A place gets only lists that have itself: the first one that it gets is its own. Lists may overtake each
        // other.
        lines(each -> all.containsKey(each.member()))
                .values()
                .forEach(line -> Answers.tell(line, new Order.Roster(all)));
        onRoster.accept(all);
    }

    private void broadcast(Order order) {
        lines(each -> true).values().forEach(line -> Answers.tell(line, order));
    }

    /** The lines of places that haven't ended. */
    private synchronized Map<Member, Control> lines(Predicate<Seat> which) {
        Map<Member, Control> lines = new TreeMap<>();
        living().filter(which).forEach(each -> {
            if (each.line != null) {
                lines.put(each.member(), each.line);
            }
        });
        return lines;
    }

    /** With the lock held, which the caller keeps while it looks. */
    private Stream<Seat> living() {
        return seats.values().stream().filter(each -> !each.isGone);
    }

    // ---- ends -----------------------------------------------------------------------------------------------------

    private void ended(Seat seat, PlaceProcess process, int status) {
        boolean inOrder;
        Thread reader;
        synchronized (this) {
            seat.isGone = true;
            inOrder = stopping;
            reader = seat.reader;
            tickets.cancel(seat.member().place());
            closeListenerIfIdle();
        }
        answers.ended(seat.member());
        if (!inOrder) {
            Children.hearOut(reader); // its line ends with it
        }
        String how = how(seat, process, status);
        seat.up.completeExceptionally(new IOException(seat.member() + " could not start: " + how));
        if (!inOrder && shared.verdicts()) {
            broadcast(new Order.Lost(seat.member(), how));
        }
        boolean hasLeft;
        synchronized (this) {
            hasLeft = seat.hasLeft;
        }
        if (!hasLeft && !seat.hasFailedToCome()) {
            listener.ended(seat.member(), status, how);
        }
        judgeInit();
    }

    /** Whenever somebody has said that nothing is heard of the init place, or has ended after that: who else would hear it? */
    private void judgeInit() {
        synchronized (this) {
            if (said().isEmpty() || !mayBeSilent()) {
                return;
            }
        }
        daemon("sojourn-verdict", () -> {
            Set<Member> hearing = new HashSet<>(ask(ANSWER).keySet());
            synchronized (this) {
                seats.values().stream()
                        .filter(each -> each.deaf != null)
                        .forEach(each -> hearing.remove(each.member()));
                seats.values().stream().filter(each -> each.isOutcast).forEach(each -> each.deaf = null);
                if (said().isEmpty() || !hearing.isEmpty() || !mayBeSilent()) {
                    return;
                }
                isInitSilent = true;
            }
            kill(shared.init());
        });
    }

    /** What places have said that can't go on with the init place. With the lock held. */
    private String said() {
        return seats.values().stream()
                .filter(each -> each.deaf != null)
                .map(each -> String.valueOf(each.deaf))
                .collect(Collectors.joining("; "));
    }

    /** With the lock held. */
    private boolean mayBeSilent() {
        Seat init = seats.get(shared.init());
        return !stopping && init != null && !init.isGone;
    }

    private String how(Seat seat, PlaceProcess process, int status) {
        boolean announced;
        synchronized (this) {
            announced = seat.isExiting;
        }
        if (ProcessEnd.mayBeMemory(status, announced)) {
            process.hearOut();
        }
        synchronized (this) {
            if (isInitSilent && seat.isInit()) {
                return said() + "; the launcher has asked it in vain, and ended its process by force";
            }
            return new ProcessEnd(status, announced, seat.exhausted, seat.heapBytes, shared.heapOption()).said();
        }
    }

    /**
     * Returns the process id of a place.
     *
     * @param member the place
     * @return its pid; 0 if its process runs on another machine
     */
    public long pid(Member member) {
        Seat seat;
        synchronized (this) {
            seat = seats.get(member);
        }
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
        Seat seat;
        synchronized (this) {
            seat = seats.get(member);
        }
        if (seat != null) {
            seat.kill();
        }
    }

    // ---- questions ------------------------------------------------------------------------------------------------

    /**
     * Asks every place by its line how it is and what it does, and waits for the answers.
     *
     * @param patience how long at most
     * @return what those said that have answered; a place that has just been started or is stopped may be missing
     */
    public Map<Member, Notice.Told> ask(Duration patience) {
        return answers.of(lines(each -> true), Order.Tell::new, Notice.Told.class, patience);
    }

    /**
     * Asks a guest, and waits for the answers.
     *
     * @param asked which guest, at which places
     * @param patience how long at most
     * @return what those said that have answered
     */
    public Map<Member, Notice.Answered> ask(RunQuestion asked, Duration patience) {
        return answers.of(
                lines(each -> asked.place() == RunQuestion.EVERYWHERE
                        || asked.place() == each.member().place()),
                number -> new Order.Ask(number, asked.word(), asked.content()),
                Notice.Answered.class,
                patience);
    }

    /**
     * Has everything leave a place that can, and waits until nothing leaves any more.
     *
     * @param place its number
     * @param patience how long to wait
     * @return what it has come to; null if it takes longer
     */
    public Notice.@Nullable Drained drain(int place, Duration patience) {
        Map<Member, Control> lines = lines(each -> each.member().place() == place);
        if (lines.isEmpty()) {
            return Notice.Drained.refused(0, "there is no place p" + place + "; there are " + places());
        }
        return answers.of(lines, Order.Drain::new, Notice.Drained.class, patience).values().stream()
                .findFirst()
                .orElse(null);
    }

    /**
     * Returns the places whose processes haven't ended.
     *
     * @return in the order of their numbers
     */
    public synchronized List<Member> places() {
        return living().map(Seat::member).sorted().toList();
    }

    /**
     * Has a place leave the run in order, and waits until its process has ended.
     *
     * @param place its number
     * @return why it stays, a sentence; empty if it has left
     */
    public String leave(int place) {
        if (place == shared.init().place()) {
            return "p" + place + " is the init place, which can't leave; ./sojourn stop ends the run";
        }
        return leave(each -> each.member().place() == place);
    }

    private String leave(Predicate<Seat> which) {
        synchronized (leaving) { // one after the other, see Farewell
            Map<Member, Control> lines = lines(which);
            if (lines.isEmpty()) {
                return "there is no such place; there are " + places();
            }
            Member leaver = lines.keySet().iterator().next();
            Notice.Answered said = answers.of(lines, Order.Leave::new, Notice.Answered.class, FOR_EVER)
                    .get(leaver);
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
    private void leaves(Seat seat) {
        String refusal = leave(each -> each == seat);
        boolean isThere;
        synchronized (this) {
            isThere = !seat.isGone;
        }
        if (!refusal.isEmpty() && isThere) {
            System.err.println("sojourn: " + seat.member() + " doesn't leave: " + refusal);
        }
    }

    private void goes(Member leaver) {
        Seat seat;
        synchronized (this) {
            seat = Objects.requireNonNull(seats.get(leaver));
            seat.hasLeft = true;
        }
        lines(each -> each == seat).values().forEach(line -> Answers.tell(line, new Order.Stop(0)));
        seat.end.join();
    }

    /**
     * Returns the places that are gone and haven't left in order.
     *
     * @return in the order of their numbers, and of their incarnations
     */
    public synchronized List<Member> lost() {
        return seats.values().stream()
                .filter(each -> each.isGone && !each.hasLeft && !each.hasFailedToCome())
                .map(Seat::member)
                .sorted()
                .toList();
    }

    /**
     * Returns all that have been places of the run.
     *
     * @return in the order of their numbers, and of their incarnations
     */
    public synchronized List<Member> members() {
        return seats.keySet().stream().sorted().toList();
    }

    /** Asks the init place for the terminal. */
    public void askForTerminal() {
        tellInit(new Order.AsksForTerminal());
    }

    /** Gives the terminal to the init place. */
    public void giveTerminal() {
        tellInit(new Order.GivesTerminal());
    }

    private void tellInit(Order order) {
        lines(Seat::isInit).values().forEach(line -> Answers.tell(line, order));
    }

    /** Has every place print to standard error what it does and waits for. */
    public void dump() {
        broadcast(new Order.Dump());
    }

    // ---- the end --------------------------------------------------------------------------------------------------

    /**
     * Ends all places: in order if they do so within {@link Bound#STOP_SECONDS}, by force otherwise. Returns when no process is
     * left. Idempotent.
     *
     * @param status the exit status that each is to end with
     */
    public void stop(int status) {
        List<Seat> all;
        synchronized (this) {
            stopping = true;
            all = List.copyOf(seats.values());
            closeListener();
        }
        broadcast(new Order.Stop(status));
        List<Seat> unconnected;
        synchronized (this) {
            unconnected = all.stream().filter(each -> each.line == null).toList();
        }
        unconnected.forEach(Seat::kill);
        try {
            if (!areOver(all)) {
                all.forEach(Seat::kill);
                areOver(all);
            }
        } catch (InterruptedException e) {
            all.forEach(Seat::kill);
            Thread.currentThread().interrupt();
        }
        lines(all).forEach(Control::close);
    }

    private synchronized List<Control> lines(List<Seat> of) {
        return of.stream().map(each -> each.line).flatMap(Stream::ofNullable).toList();
    }

    /** Waits until all processes have ended; false if they take longer than they may. */
    private static boolean areOver(List<Seat> all) throws InterruptedException {
        CompletableFuture<?>[] ends = all.stream().map(each -> each.end).toArray(CompletableFuture<?>[]::new);
        try {
            CompletableFuture.allOf(ends).get(STOP_SECONDS, TimeUnit.SECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw new CompletionException(e.getCause());
        }
    }

    /** Nobody is awaited. With the lock held. */
    private void closeListenerIfIdle() {
        if (living().allMatch(each -> each.line != null)) {
            closeListener();
        }
    }

    private synchronized void closeListener() {
        try {
            if (server != null) {
                server.close();
            }
        } catch (IOException e) {
            LOG.log(DEBUG, "the launcher's listener could not be closed", e);
        }
    }
}
