package org.sojourn.host.local;

import static java.lang.System.Logger.Level.DEBUG;
import static java.lang.System.Logger.Level.WARNING;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.Charset;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.sojourn.host.place.PlaceSettings;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.Network;
import org.sojourn.kernel.quiesce.Ending;

/**
 * Places as child processes of this one.
 *
 * <p><b>Start.</b> All processes are started at once; each connects back by its {@link Control} line, is assigned its part,
 * binds its ports and tells them; when all have, each is told where the others listen and starts. Nobody guesses ports, so
 * two runs at once don't meet. The listener is closed as soon as every place has connected.
 *
 * <p><b>Verdict.</b> The end of a process is the verdict on its place: the others are told at once. That a place is silent is for the
 * others to judge. Those that hear nothing of the init place end and say so; when nobody is left who may still hear it, and it doesn't
 * answer here either, its process is ended by force. A process that a signal has stopped would otherwise keep the run open for good.
 *
 * <p><b>End.</b> {@link #stop} asks every process to stop in order, waits {@link Bound#STOP_SECONDS}, and ends by force what is
 * left. A process whose line closes ends by itself.
 */
public final class LocalPlaces {
    private static final System.Logger LOG = System.getLogger(LocalPlaces.class.getName());

    /** The address at which places of this machine listen, and their launcher. */
    public static final String LOOPBACK = InetAddress.getLoopbackAddress().getHostAddress();

    /** How long a place of this machine may be silent unless something else is said. */
    public static final Duration SILENCE = Duration.ofMillis(Bound.LOCAL_SILENCE_MILLIS.value());

    private static final int STOP_SECONDS = Bound.STOP_SECONDS.intValue();
    private static final int LOST = Ending.Word.TERMINATED_WITH_LOSS.status();
    private static final Duration ANSWER = Duration.ofSeconds(Bound.TELL_SECONDS.value());

    /**
     * One place to be.
     *
     * @param member the member that it will be
     * @param host the address that it binds to
     * @param port the port for its links, 0 for a free one
     * @param classPath its class path
     * @param javaOptions options for its JVM, after those that all share
     */
    public record Plan(Member member, String host, int port, String classPath, List<String> javaOptions) {}

    /**
     * What all places share.
     *
     * @param init the init place; if no plan is its, it is this process
     * @param javaOptions options for each JVM
     * @param environment added to the environment of each process
     * @param directory the working directory of each process, or null for this one's
     * @param silence how long a place may be silent before it is lost
     * @param secret the cluster's secret
     * @param settings how each place runs
     * @param mainClass the program's main class
     * @param arguments its arguments
     * @param outputToError whether what the program prints goes to standard error
     * @param verdicts whether the end of a process is told to the others; a test may leave that to the views
     * @param heapOption the option that gives places a larger heap, for sentences to the user
     */
    public record Shared(
            Member init,
            List<String> javaOptions,
            Map<String, String> environment,
            @Nullable File directory,
            Duration silence,
            byte[] secret,
            PlaceSettings settings,
            String mainClass,
            List<String> arguments,
            boolean outputToError,
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
    private final List<Plan> plans;
    private final Listener listener;
    private final Network.@Nullable Address own;
    private final Consumer<Map<Member, Network.Address>> onRoster;
    private final ServerSocket server;
    private final Door door;
    private final Tickets tickets;
    private final Map<Member, Process> processes = new TreeMap<>();
    private final Map<Member, Thread> errors = new ConcurrentHashMap<>();

    /** Guarded by this: the lines of the places that have connected, the threads that read them, and where the places listen. */
    private final Map<Member, Control> lines = new TreeMap<>();

    private final Map<Member, Thread> readers = new TreeMap<>();

    private final Map<Member, Network.Address> addresses = new TreeMap<>();
    private final Set<Member> gone = new HashSet<>();
    private final Set<Member> exiting = new HashSet<>();
    private final Map<Member, Long> heaps = new TreeMap<>();
    private final Map<Member, String> exhausted = new TreeMap<>();

    /** Those that have said that they can't go on with the init place, and what they have said. */
    private final Map<Member, String> deaf = new TreeMap<>();

    /** Those that the init place holds to be out: what they say of it proves nothing. */
    private final Set<Member> outcasts = new HashSet<>();

    private boolean isInitSilent;
    private boolean stopping;
    private final CountDownLatch ends;

    private record Question(Member to, CompletableFuture<Notice> answer) {}

    /** What was asked and not answered yet, by number. */
    private final Map<Integer, Question> questions = new ConcurrentHashMap<>();

    private final AtomicInteger questionsAsked = new AtomicInteger();

    /**
     * Starts the processes. Returns when they are started, long before they run.
     *
     * @param shared what they share
     * @param plans the places, at least one
     * @param own where this process listens if it is the init place, else null
     * @param onRoster told when every place has bound its ports
     * @param listener told what happens
     * @return the places
     * @throws IOException if no process can be started
     */
    public static LocalPlaces start(
            Shared shared,
            List<Plan> plans,
            Network.@Nullable Address own,
            Consumer<Map<Member, Network.Address>> onRoster,
            Listener listener)
            throws IOException {
        LocalPlaces places = new LocalPlaces(shared, plans, own, onRoster, listener);
        try {
            places.begin();
        } catch (IOException e) {
            places.stop(1);
            throw e;
        }
        return places;
    }

    private LocalPlaces(
            Shared shared,
            List<Plan> plans,
            Network.@Nullable Address own,
            Consumer<Map<Member, Network.Address>> onRoster,
            Listener listener)
            throws IOException {
        this.shared = shared;
        this.plans = List.copyOf(plans);
        this.own = own;
        this.onRoster = onRoster;
        this.listener = listener;
        this.server = new ServerSocket(0, plans.size() + 16, InetAddress.getLoopbackAddress());
        this.door = new Door(server, this::open);
        this.tickets =
                new Tickets(plans.stream().map(plan -> plan.member().place()).toList());
        this.ends = new CountDownLatch(plans.size());
    }

    private void begin() throws IOException {
        for (Plan plan : plans) {
            Process process = process(plan);
            processes.put(plan.member(), process);
            process.onExit().thenAccept(ended -> ended(plan.member(), ended.exitValue()));
        }
        daemon("sojourn-accept", door::accept);
    }

    private Process process(Plan plan) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(System.getProperty("java.home") + File.separator + "bin" + File.separator + "java");
        command.addAll(shared.javaOptions());
        command.addAll(plan.javaOptions());
        command.add("-cp");
        command.add(plan.classPath());
        command.add(PlaceMain.class.getName());
        ProcessBuilder builder = new ProcessBuilder(command).directory(shared.directory());
        builder.environment().putAll(shared.environment());
        builder.environment().put(Control.PORT, Integer.toString(server.getLocalPort()));
        builder.environment().put(Control.TICKET, tickets.hex(plan.member().place()));
        builder.environment().put(Control.PLACE, Integer.toString(plan.member().place()));
        boolean isInit = plan.member().equals(shared.init());
        if (isInit) {
            builder.redirectInput(ProcessBuilder.Redirect.INHERIT);
            builder.redirectError(ProcessBuilder.Redirect.INHERIT);
            if (!shared.outputToError()) {
                builder.redirectOutput(ProcessBuilder.Redirect.INHERIT);
            }
        }
        Process process = builder.start();
        String prefix = isInit ? "" : "[" + plan.member() + "] ";
        if (!isInit) {
            process.getOutputStream().close();
            BufferedReader lines = process.errorReader(Charset.defaultCharset());
            errors.put(
                    plan.member(),
                    pump(
                            lines,
                            prefix,
                            true,
                            line -> ProcessEnd.exhausted(line).ifPresent(what -> exhausted(plan.member(), what))));
        }
        if (!isInit || shared.outputToError()) {
            pump(process.inputReader(Charset.defaultCharset()), prefix, shared.outputToError(), line -> {});
        }
        return process;
    }

    private synchronized void exhausted(Member member, String what) {
        exhausted.put(member, what);
    }

    private static Thread pump(BufferedReader lines, String prefix, boolean toError, Consumer<String> first) {
        return daemon("sojourn-output", () -> {
            try (lines) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    first.accept(line);
                    (toError ? System.err : System.out).println(prefix + line);
                }
            } catch (IOException e) {
                LOG.log(DEBUG, "the output of a place broke off", e);
            }
        });
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
            door.leave(socket);
            for (Plan plan : plans) {
                if (plan.member().place() == opened.place() && register(plan, opened.control())) {
                    opened.admit(shared.secret());
                    Thread reader =
                            daemon("sojourn-line-" + plan.member(), () -> read(plan.member(), opened.control()));
                    synchronized (this) {
                        readers.put(plan.member(), reader);
                    }
                    opened.control()
                            .send(new Order.Assign(
                                    plan.member(),
                                    shared.init(),
                                    plan.host(),
                                    plan.port(),
                                    shared.silence().toMillis(),
                                    shared.settings(),
                                    shared.mainClass(),
                                    shared.arguments()));
                    return;
                }
            }
            LOG.log(WARNING, "a stranger at the launcher''s port was refused: no ticket, or one that is spent");
            opened.control().close();
        } catch (IOException e) {
            LOG.log(WARNING, "a stranger at the launcher''s port was refused: {0}", e.getMessage());
            Door.closeQuietly(socket);
        }
    }

    private synchronized boolean register(Plan plan, Control control) {
        boolean registered = !stopping && lines.putIfAbsent(plan.member(), control) == null;
        if (lines.size() == plans.size()) {
            closeListener();
        }
        return registered;
    }

    private void read(Member from, Control line) {
        try {
            for (Notice notice = line.nextNotice(); notice != null; notice = line.nextNotice()) {
                if (notice instanceof Notice.Bound bound) {
                    bound(from, bound);
                } else if (notice instanceof Notice.Lost lost) {
                    lost(from, lost.member());
                } else if (notice instanceof Notice.Told told) {
                    answered(told.question(), told);
                } else if (notice instanceof Notice.Drained drained) {
                    answered(drained.question(), drained);
                } else if (notice instanceof Notice.Answered answer) {
                    answered(answer.question(), answer);
                } else {
                    if (notice instanceof Notice.Exiting) {
                        exits(from);
                    } else if (notice instanceof Notice.Fatal fatal && fatal.status() == LOST) {
                        synchronized (this) {
                            deaf.put(from, fatal.sentence());
                        }
                        judgeInit();
                    }
                    listener.notice(from, notice);
                }
            }
        } catch (IOException e) {
            LOG.log(WARNING, "the line of {0} is broken: {1}", from, e.getMessage());
            kill(from);
        }
    }

    private void lost(Member from, Member lost) {
        synchronized (this) {
            if (from.equals(shared.init())) {
                outcasts.add(lost);
            }
        }
        kill(lost);
    }

    private synchronized void exits(Member from) {
        exiting.add(from);
    }

    private void bound(Member from, Notice.Bound bound) {
        Map<Member, Network.Address> all;
        synchronized (this) {
            addresses.put(from, bound.address());
            heaps.put(from, bound.heapBytes());
            if (addresses.size() < plans.size()) {
                return;
            }
            if (own != null) {
                addresses.put(shared.init(), own);
            }
            all = Map.copyOf(addresses);
        }
        broadcast(new Order.Roster(all));
        onRoster.accept(all);
    }

    private void broadcast(Order order) {
        List<Control> all;
        synchronized (this) {
            all = List.copyOf(lines.values());
        }
        all.forEach(line -> tell(line, order));
    }

    private static void tell(Control line, Order order) {
        try {
            line.send(order);
        } catch (IOException e) {
            LOG.log(DEBUG, "a place couldn't be told {0}: {1}", order, e.getMessage());
        }
    }

    // ---- ends -----------------------------------------------------------------------------------------------------

    private void ended(Member member, int status) {
        boolean news;
        boolean inOrder;
        Thread reader;
        synchronized (this) {
            news = gone.add(member);
            inOrder = stopping;
        }
        ends.countDown();
        questions.values().stream()
                .filter(question -> question.to().equals(member))
                .forEach(question -> question.answer().cancel(false));
        if (!news) {
            return;
        }
        if (!inOrder) {
            synchronized (this) {
                reader = readers.get(member);
            }
            hearOut(reader);
        }
        String how = how(member, status);
        if (!inOrder && shared.verdicts()) {
            broadcast(new Order.Lost(member, how));
        }
        listener.ended(member, status, how);
        judgeInit();
    }

    /** Whenever somebody has said that nothing is heard of the init place, or has ended after that: who else would hear it? */
    private void judgeInit() {
        synchronized (this) {
            if (deaf.isEmpty() || stopping || gone.contains(shared.init()) || !processes.containsKey(shared.init())) {
                return;
            }
        }
        daemon("sojourn-verdict", () -> {
            Set<Member> hearing = new HashSet<>(ask(ANSWER).keySet());
            synchronized (this) {
                hearing.removeAll(deaf.keySet());
                deaf.keySet().removeAll(outcasts);
                if (deaf.isEmpty() || !hearing.isEmpty() || stopping || gone.contains(shared.init())) {
                    return;
                }
                isInitSilent = true;
            }
            kill(shared.init());
        });
    }

    /** What a place said before its process ended may still be read: its line ends with it. */
    private static void hearOut(@Nullable Thread reader) {
        try {
            if (reader != null) {
                reader.join(
                        Duration.ofSeconds(Bound.FINAL_REPORT_SECONDS.value()).toMillis());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private String how(Member member, int status) {
        boolean announced;
        synchronized (this) {
            announced = exiting.contains(member);
        }
        if (ProcessEnd.mayBeMemory(status, announced)) {
            hearOut(errors.get(member));
        }
        synchronized (this) {
            if (isInitSilent && member.equals(shared.init())) {
                return String.join("; ", deaf.values())
                        + "; the launcher has asked it in vain, and ended its process by force";
            }
            return new ProcessEnd(
                            status,
                            announced,
                            exhausted.get(member),
                            heaps.getOrDefault(member, 0L),
                            shared.heapOption())
                    .said();
        }
    }

    /**
     * Returns the process id of a place.
     *
     * @param member the place
     * @return its pid
     */
    public long pid(Member member) {
        Process process = processes.get(member);
        return process == null ? ProcessHandle.current().pid() : process.pid();
    }

    /**
     * Ends the process of a place by force. What follows is what follows any end of a process.
     *
     * @param member the place
     */
    public void kill(Member member) {
        Process process = processes.get(member);
        if (process != null) {
            process.destroyForcibly();
        }
    }

    /**
     * Asks every place by its line how it is and what it does, and waits for the answers.
     *
     * @param patience how long at most
     * @return what those said that have answered; a place that has just been started or is stopped may be missing
     */
    public Map<Member, Notice.Told> ask(Duration patience) {
        return answers(RunQuestion.EVERYWHERE, Order.Tell::new, Notice.Told.class, patience);
    }

    /**
     * Asks a guest, and waits for the answers.
     *
     * @param asked which guest, at which places
     * @param patience how long at most
     * @return what those said that have answered
     */
    public Map<Member, Notice.Answered> ask(RunQuestion asked, Duration patience) {
        return answers(
                asked.place(),
                number -> new Order.Ask(number, asked.word(), asked.content()),
                Notice.Answered.class,
                patience);
    }

    private <N extends Notice> Map<Member, N> answers(
            int place, IntFunction<Order> order, Class<N> answers, Duration patience) {
        Map<Member, Control> all;
        synchronized (this) {
            all = new TreeMap<>(lines);
            all.keySet().removeAll(gone);
        }
        all.keySet().removeIf(each -> place != RunQuestion.EVERYWHERE && each.place() != place);
        Map<Integer, Question> asked = new TreeMap<>();
        all.forEach((member, line) -> {
            int number = questionsAsked.incrementAndGet();
            asked.put(number, ask(member, number, line, order.apply(number)));
        });
        Map<Member, N> given = new TreeMap<>();
        long deadline = System.nanoTime() + patience.toNanos();
        asked.forEach((number, question) -> {
            Notice answer = await(number, question, deadline - System.nanoTime());
            if (answers.isInstance(answer)) {
                given.put(question.to(), answers.cast(answer));
            } else {
                tell(Objects.requireNonNull(all.get(question.to())), new Order.Forget(number));
            }
        });
        return given;
    }

    /**
     * Has everything leave a place that can, and waits until nothing leaves any more.
     *
     * @param place its number
     * @param patience how long to wait
     * @return what it has come to; null if it takes longer
     */
    public Notice.@Nullable Drained drain(int place, Duration patience) {
        boolean isThere;
        synchronized (this) {
            isThere = lines.keySet().stream().anyMatch(each -> each.place() == place && !gone.contains(each));
        }
        if (!isThere) {
            return Notice.Drained.refused(0, "there is no place p" + place + "; there are " + living());
        }
        return answers(place, Order.Drain::new, Notice.Drained.class, patience).values().stream()
                .findFirst()
                .orElse(null);
    }

    private Question ask(Member member, int number, Control line, Order order) {
        Question question = new Question(member, new CompletableFuture<>());
        questions.put(number, question);
        tell(line, order);
        return question;
    }

    private @Nullable Notice await(int number, Question question, long nanos) {
        try {
            return question.answer().get(Math.max(0, nanos), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | CancellationException | TimeoutException e) {
            LOG.log(DEBUG, question.to() + " has not answered", e);
        } finally {
            questions.remove(number);
        }
        return null;
    }

    private void answered(int number, Notice answer) {
        Question question = questions.get(number);
        if (question != null) {
            question.answer().complete(answer);
        }
    }

    /**
     * Returns the places whose processes haven't ended.
     *
     * @return in the order of their numbers
     */
    public synchronized List<Member> living() {
        return processes.keySet().stream()
                .filter(member -> !gone.contains(member))
                .toList();
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
        Control line;
        synchronized (this) {
            line = lines.get(shared.init());
        }
        if (line != null) {
            tell(line, order);
        }
    }

    /** Has every place print to standard error what it does and waits for. */
    public void dump() {
        broadcast(new Order.Dump());
    }

    /**
     * Ends all places: in order if they do so within {@link Bound#STOP_SECONDS}, by force otherwise. Returns when no process is
     * left. Idempotent.
     *
     * @param status the exit status that each is to end with
     */
    public void stop(int status) {
        synchronized (this) {
            stopping = true;
        }
        closeListener();
        broadcast(new Order.Stop(status));
        for (Map.Entry<Member, Process> entry : processes.entrySet()) {
            boolean connected;
            synchronized (this) {
                connected = lines.containsKey(entry.getKey());
            }
            if (!connected) {
                entry.getValue().destroyForcibly();
            }
        }
        try {
            if (!ends.await(STOP_SECONDS, TimeUnit.SECONDS)) {
                processes.values().forEach(Process::destroyForcibly);
                for (Process process : processes.values()) {
                    process.waitFor(STOP_SECONDS, TimeUnit.SECONDS);
                }
            }
        } catch (InterruptedException e) {
            processes.values().forEach(Process::destroyForcibly);
            Thread.currentThread().interrupt();
        }
        synchronized (this) {
            lines.values().forEach(Control::close);
        }
    }

    private void closeListener() {
        try {
            server.close();
        } catch (IOException e) {
            LOG.log(DEBUG, "the launcher's listener could not be closed", e);
        }
    }
}
