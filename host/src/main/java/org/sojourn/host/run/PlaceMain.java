package org.sojourn.host.run;

import static java.lang.System.Logger.Level.DEBUG;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.sojourn.host.place.Networks;
import org.sojourn.host.place.PlaceRuntime;
import org.sojourn.host.place.Prepared;
import org.sojourn.kernel.place.Leave;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Cause;
import org.sojourn.kernel.port.Codec;
import org.sojourn.kernel.port.Network;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.selectors.SelectorPlace;

/**
 * A place as a process that a launcher has started.
 *
 * <p><b>Life.</b> Connect the line, get the assignment, bind, get the roster, run ({@link Incarnation}); at the init place call the
 * program's main and tell how the run has ended; end when told, or when the line closes. A place that is put out says so, and its process
 * may be assigned another one. The process ends by {@code System.exit}, so
 * shutdown hooks of the program run; a hook that takes longer than {@link Bound#SHUTDOWN_HOOK_SECONDS} is cut off.
 *
 * <p>Ctrl-C reaches every process of a terminal's foreground group; a place leaves it to its launcher, which ends the run in
 * order.
 */
public final class PlaceMain {
    private static final System.Logger LOG = System.getLogger(PlaceMain.class.getName());
    private static final int HOOK_SECONDS = Bound.SHUTDOWN_HOOK_SECONDS.intValue();

    private final Control control;

    /** What this process is, or is to be. */
    private volatile Incarnation now = new Incarnation(null);

    /** Done when main may begin, if it waits for that. */
    private final CompletableFuture<@Nullable Void> begin = new CompletableFuture<>();

    /** What guests were asked and haven't answered, by the question's number. */
    private final Map<Integer, CompletableFuture<byte[]>> awaited = new ConcurrentHashMap<>();

    private volatile boolean ending;

    private final SharedTerminal terminal = new SharedTerminal(
            () -> tell(new Notice.AsksForTerminal()), () -> tell(new Notice.GivesTerminal()), SharedTerminal.PATIENCE);

    /** What this process keeps of what it prints; null if it does nothing of the kind. */
    private final @Nullable RunLog log;

    private volatile Runnable settleStreams = () -> {};

    private PlaceMain(Control control, @Nullable RunLog log) {
        this.control = control;
        this.log = log;
    }

    /**
     * Runs a place. What it needs to know comes by the environment, see {@link Control}, and by the launcher's orders.
     *
     * @param args none
     */
    public static void main(String[] args) {
        LauncherAddress launcher = LauncherAddress.of(System.getenv());
        String ticket = System.getenv(Control.TICKET);
        String place = System.getenv(Control.PLACE);
        if (launcher == null || ticket == null || place == null) {
            System.err.println("A place is started by ./sojourn run; it isn't a command of its own.");
            System.exit(2);
            return;
        }
        Signals.handle("INT", number -> {}); // the launcher ends the run in order
        Control.Entered entered;
        try {
            entered = Control.connect(
                    launcher, Integer.parseInt(place), HexFormat.of().parseHex(ticket));
        } catch (IOException e) {
            System.err.println("p" + place + " ends: its launcher is gone (" + e.getMessage() + ")");
            System.exit(1); // as when it goes later
            return;
        }
        PlaceMain main = new PlaceMain(entered.control(), kept());
        main.takeStreams(place);
        Logging.configure("sojourn p" + place, System.getProperty("sojourn.log", "WARNING"));
        try {
            Signals.handle("USR1", number -> main.dump());
            main.run(entered.secret());
        } catch (Exception e) {
            main.fatal(e.getMessage() == null ? e.toString() : e.getMessage(), 2);
        }
    }

    private static @Nullable RunLog kept() {
        String folder = System.getenv(Control.LOGS);
        return folder == null ? null : new RunLog(Path.of(folder));
    }

    /** Only the init place has the streams of its launcher. */
    private void takeStreams(String place) {
        boolean isShared = System.getenv(Control.TERMINAL) != null && place.equals("0");
        RunLog keeps = log;
        Consumer<byte[]> lines = keeps == null ? null : line -> keeps.line("p" + place, line);
        if (isShared) {
            settleStreams = StandardStreams.take(lines, terminal::stream);
        } else if (lines != null) {
            settleStreams = StandardStreams.keep(lines);
        }
    }

    private void run(byte[] secret) throws Exception {
        Thread reader = new Thread(this::read, "sojourn-launcher-line");
        reader.setDaemon(true);
        terminal.heardBy(reader);
        reader.start();
        Runtime.getRuntime().addShutdownHook(new Thread(this::exiting, "sojourn-exit"));

        Network network = Networks.find(); // while the launcher writes the assignment
        while (true) {
            live(now, network, secret);
        }
    }

    /** Is one place. Returns when that was put out, and has ended. */
    private void live(Incarnation here, Network network, byte[] secret) throws Exception {
        Order.Assign assign = here.assignment();
        long loaded = JvmAge.millis();
        ClassLoader loader = ClassLoader.getSystemClassLoader();
        Codec codec = PlaceRuntime.codec(assign.settings(), false, loader);
        byte[] hash = ProgramHash.of(System.getProperty("java.class.path", ""));
        Network.Endpoint endpoint = here.open(network, control.ownHost(), secret, hash, loader);
        control.send(new Notice.Bound(endpoint.address(), Runtime.getRuntime().maxMemory()));
        long bound = JvmAge.millis();
        PlaceRuntime place = here.make(endpoint, codec, loader, console());
        long made = JvmAge.millis();
        place.onSample(reports -> tell(new Notice.Sampled(reports)));
        if (assign.beginning().isManual()) {
            place.restsOnly(how -> tell(new Notice.Rests(how)), () -> tell(new Notice.Resumes()));
        }
        place.start(cause -> expelled(here, assign, cause), member -> tell(new Notice.Lost(member)));
        here.runs(place);
        Prepared.set(place);
        control.send(new Notice.Up(loaded, bound, made, JvmAge.millis()));
        if (!place.isInit()) {
            Signals.handle("TERM", number -> tell(new Notice.Leaves()));
        }
        here.tellReturn(place, loader);
        if (assign.self().equals(assign.init())) {
            beginMain(assign, loader, place);
        }
        place.expelled(here.whyOut()); // never, for most: the launcher ends this process
    }

    /** A place is out of the run. What comes from the launcher from now on is for another one. */
    private void expelled(Incarnation here, Order.Assign assign, String cause) {
        if (assign.mayReturn()) {
            now = new Incarnation(cause);
            tell(new Notice.Out(cause));
            here.isOut(cause);
        } else {
            fatal(assign.self() + " ends: " + cause, 4);
        }
    }

    private void beginMain(Order.Assign assign, ClassLoader loader, PlaceRuntime place) throws Exception {
        CompletableFuture<@Nullable Void> returned = new CompletableFuture<>();
        MainMethod.awaitReturn(
                place.ending(), returned, how -> end(how, how.word().status()));
        if (assign.beginning().isManual()) {
            begin.get();
        }
        place.awaitPlaces(assign.beginning().places());
        tell(new Notice.Begins());
        program(assign, loader, place, returned);
    }

    // ---- the program ----------------------------------------------------------------------------------------------

    private void program(
            Order.Assign assign, ClassLoader loader, PlaceRuntime place, CompletableFuture<@Nullable Void> returned) {
        MainMethod main;
        try {
            main = MainMethod.find(assign.mainClass(), loader);
        } catch (ReflectiveOperationException e) {
            fatal(String.valueOf(e.getMessage()), 2);
            return;
        }
        Throwable failure = main.call(assign.arguments());
        if (failure == null) {
            place.mainReturned();
            returned.complete(null);
        } else {
            end(place, Ending.Word.FAILED, MainMethod.failed(failure), Ending.Word.FAILED.status());
        }
    }

    private SelectorPlace.Console console() {
        return new SelectorPlace.Console() {
            @Override
            public void progress(String label, long done, long total) {
                tell(new Notice.Progress(label, done, total));
            }

            @Override
            public void result(String key, String json) {
                tell(new Notice.Result(key, json));
            }

            @Override
            public void stop(int status) {
                now.whenRunning(place -> end(place, Ending.Word.STOPPED, "the program asked for it", status));
            }
        };
    }

    /** An ending that quiescence didn't bring about; what each place has to say may be missing, if it takes too long. */
    private void end(PlaceRuntime place, Ending.Word word, String sentence, int status) {
        Thread teller = new Thread(
                () -> end(new Ending(word, List.of(sentence), place.finalReports()), status), "sojourn-ending");
        teller.setDaemon(true);
        teller.start();
    }

    private void end(Ending how, int status) {
        tell(StandardOutput.judged(new Notice.Ended(how, status)));
    }

    private void tell(Notice notice) {
        try {
            control.send(notice);
        } catch (IOException e) {
            LOG.log(DEBUG, "the launcher couldn't be told: {0}", e.getMessage());
        }
    }

    // ---- the launcher ---------------------------------------------------------------------------------------------

    private void read() {
        try {
            for (Order order = control.nextOrder(); order != null; order = control.nextOrder()) {
                Incarnation here = now;
                if (order instanceof Order.Assign assign) {
                    here.assigned(assign);
                } else if (order instanceof Order.Roster all) {
                    here.rostered(all);
                } else if (order instanceof Order.Lost lost) {
                    here.whenRunning(place -> place.lost(lost.member(), lost.cause()));
                } else if (order instanceof Order.AsksForTerminal) {
                    terminal.asked();
                } else if (order instanceof Order.GivesTerminal) {
                    terminal.given();
                } else if (order instanceof Order.Begin) {
                    begin.complete(null);
                } else if (order instanceof Order.Finish) {
                    here.whenRunning(PlaceRuntime::finish);
                } else if (order instanceof Order.Dump) {
                    dump();
                } else if (order instanceof Order.Tell asked) {
                    here.whenRunning(
                            place -> tell(new Notice.Told(asked.question(), place.ownReport(), place.ownDump())));
                } else if (order instanceof Order.Drain drain) {
                    here.whenRunning(
                            place -> Notice.Drained.of(drain.question(), place).thenAccept(this::tell));
                } else if (order instanceof Order.Ask ask) {
                    here.whenRunning(place -> ask(place, ask));
                } else if (order instanceof Order.Leave leave) {
                    here.whenRunning(place -> leave(leave.question(), place));
                } else if (order instanceof Order.Forget forget) {
                    here.whenRunning(place -> forget(forget.question()));
                } else if (order instanceof Order.Over over) {
                    here.whenRunning(PlaceRuntime::ends);
                    tell(new Notice.Answered(over.question(), "", new byte[0]));
                } else if (order instanceof Order.Stop stop) {
                    exit(stop.status());
                    return;
                }
            }
            exit(1); // the lifeline has closed: the launcher is gone
        } catch (IOException e) {
            fatal("the launcher's line is broken: " + e.getMessage(), 1);
        }
    }

    private void ask(PlaceRuntime place, Order.Ask ask) {
        CompletableFuture<byte[]> answer = place.ask(ask.word(), ask.content());
        awaited.put(ask.question(), answer);
        Notice.Answered.of(ask.question(), answer).thenAccept(answered -> {
            awaited.remove(ask.question());
            tell(answered);
        });
    }

    private void leave(int question, PlaceRuntime place) {
        CompletableFuture<Leave> leaving;
        try {
            leaving = place.leave();
        } catch (IllegalStateException e) {
            leaving = CompletableFuture.failedFuture(e);
        }
        leaving.handle((leave, failure) -> failure != null ? Cause.sentence(failure) : leave.refusal())
                .thenAccept(refusal -> tell(new Notice.Answered(question, refusal, new byte[0])));
    }

    /** The guest that is asked learns of it by the future that it has given. */
    private void forget(int question) {
        CompletableFuture<byte[]> answer = awaited.get(question);
        if (answer != null) {
            answer.cancel(false);
        }
    }

    private void dump() {
        now.whenRunning(
                place -> System.err.println(String.join("\n", place.ownDump().lines())));
    }

    private void exit(int status) {
        ending = true;
        Thread guard = new Thread(
                () -> {
                    try {
                        TimeUnit.SECONDS.sleep(HOOK_SECONDS);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                    Runtime.getRuntime().halt(status);
                },
                "sojourn-exit-guard");
        guard.setDaemon(true);
        guard.start(); // first: from here on nothing that hangs keeps the process
        terminal.keep(); // for good: who would give it waits in this method
        now.whenRunning(PlaceRuntime::stop);
        System.exit(status);
    }

    /** The program has called {@code System.exit}: this place says so, and, if it is the init place, how all are. */
    private void exiting() {
        if (log != null) {
            settleStreams.run();
            log.settle();
        }
        if (ending) {
            return;
        }
        PlaceRuntime place = now.place();
        Ending known = place == null || !place.isInit() ? null : place.ending().getNow(null);
        if (known != null && known.word().status() != 0) {
            end(
                    known,
                    known.word()
                            .status()); // main has closed a run that hasn't gone well; that it exits doesn't mend it
        }
        tell(new Notice.Exiting());
        if (place != null && place.isInit()) {
            tell(new Notice.Sampled(place.finalReports()));
        }
    }

    private void fatal(String sentence, int status) {
        tell(new Notice.Fatal(sentence, status));
        exit(status);
    }
}
