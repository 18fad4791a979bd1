package org.sojourn.launch;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.sojourn.host.place.PlaceRuntime;
import org.sojourn.host.place.PlaceSettings;
import org.sojourn.host.run.Beginning;
import org.sojourn.host.run.Launcher;
import org.sojourn.host.run.Notice;
import org.sojourn.host.run.RunLog;
import org.sojourn.host.run.RunPlan;
import org.sojourn.host.run.RunQuestion;
import org.sojourn.host.run.RunState;
import org.sojourn.host.run.Secret;
import org.sojourn.host.run.Signals;
import org.sojourn.host.run.Starter;
import org.sojourn.kernel.place.Dump;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Cause;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.kernel.quiesce.PlaceReport;
import org.sojourn.launch.network.NetworkFile;

/**
 * One run with places as child processes: started, listened to, summed up, and ended whatever happens.
 *
 * <p>The run is over when the init place tells how it has ended, or when the init place is gone. On Ctrl-C, or whatever else
 * ends this JVM, a shutdown hook stops the places first and says what is known: results so far, and how the places were when they
 * were last asked.
 */
final class Run {
    /**
     * What is to be run.
     *
     * @param word how the program was named
     * @param program what was found
     * @param places where
     * @param settings how each place runs
     * @param sites where they live, and what begins them
     * @param silence how long a place may be silent before it is lost
     * @param json whether to print an object
     * @param startup whether to print start-up times
     * @param verdicts whether the end of a process is told to the other places
     * @param keepsOutput whether what places print is kept
     * @param comers which places may come later
     * @param network where to write the logical network at the end, or null
     * @param bar shows how far the program is
     * @param fromNanos when the command began
     */
    record Request(
            String word,
            Programs.Found program,
            List<PlacesFile.Entry> places,
            PlaceSettings settings,
            Sites sites,
            Duration silence,
            boolean json,
            boolean startup,
            boolean verdicts,
            boolean keepsOutput,
            Comers comers,
            @Nullable NetworkFile network,
            ProgressBar bar,
            long fromNanos) {}

    /**
     * Which places may come later.
     *
     * @param most how many places there may be at once
     * @param restarts how many lost places are begun again
     * @param rejoins how many processes of places that were put out join again
     * @param acceptsLosses whether a run that has lost places may end well
     * @param beginning how many have to be there before main begins, and who says so
     * @param listen where places of other shells and machines join; null if they can't
     */
    record Comers(
            int most,
            int restarts,
            int rejoins,
            boolean acceptsLosses,
            Beginning beginning,
            @Nullable HostPort listen) {}

    /** How it ended and with which status. */
    private record End(Ending ending, int status) {}

    /** How long places are asked what held the run open, before they are stopped. */
    private static final Duration INTERRUPTED = Duration.ofSeconds(Bound.FINAL_REPORT_SECONDS.value());

    private static final Duration PATIENCE = Duration.ofSeconds(Bound.STATUS_ANSWER_SECONDS.value());

    /** Whoever asks so patiently is told when the run ends, if not before. */
    static final Duration AS_LONG_AS_IT_TAKES = Duration.ofDays(3650);

    private final Request request;
    private final ProgressBar bar;
    private final Member init;

    /** The first places in their order, the init place before all, and the ports that they were given. */
    private final Map<Member, Integer> ports = new LinkedHashMap<>();

    private final Map<String, String> results = new LinkedHashMap<>();
    private final Map<Member, Notice.Up> startup = new TreeMap<>();
    private final CompletableFuture<Launcher> started = new CompletableFuture<>();
    private final CompletableFuture<End> end = new CompletableFuture<>();
    private final AtomicBoolean initExits = new AtomicBoolean();
    private final AtomicBoolean rostered = new AtomicBoolean();
    private final Interruption interruption = new Interruption();

    /** Taken by whoever ends the run and sums it up, this method's caller or the shutdown hook. */
    private final AtomicBoolean over = new AtomicBoolean();

    /** Guarded by this. */
    private RunDesk desk = RunDesk.NONE;

    /** Keeps what places print, if anybody does. Guarded by this. */
    private @Nullable RunLog log;

    private final RunStage stage;

    /** What places have said last that could not go on. */
    private final Map<Member, String> fatals = new ConcurrentHashMap<>();

    /** Made before a place can be lost. */
    private volatile @Nullable Comings comings;

    private final CountDownLatch said = new CountDownLatch(1);
    private volatile Map<Member, PlaceReport> lastReports = Map.of();

    private Run(Request request) {
        this.request = request;
        this.bar = request.bar();
        if (request.sites().isInitHere()) {
            bar.share(
                    () -> started.thenAccept(Launcher::askForTerminal),
                    () -> started.thenAccept(Launcher::giveTerminal));
        }
        for (PlacesFile.Entry entry : request.places()) {
            ports.put(new Member(entry.place(), PlaceRuntime.incarnation()), entry.port());
        }
        this.init = ports.keySet().iterator().next();
        this.stage = new RunStage(
                request.comers().beginning(),
                () -> started.thenAccept(Launcher::beginMain),
                () -> started.thenAccept(Launcher::finishMain),
                sentence -> System.err.println("sojourn: " + sentence));
    }

    static int run(Request request) {
        try {
            return new Run(request).run(); // which closes the sites where it ends in order
        } catch (RuntimeException e) {
            request.sites().close();
            throw e;
        }
    }

    private int run() {
        if (!takesCareOfTheEnd() || !opens() || !begins()) {
            return Interruption.STATUS; // the hook has the last word
        }
        End how = end.join();
        if (over.getAndSet(true)) {
            return Interruption.STATUS;
        }
        try {
            return finish(how);
        } finally {
            said.countDown();
        }
    }

    /** Before there is anything that would be left behind. False if this JVM ends already. */
    private boolean takesCareOfTheEnd() {
        try {
            Runtime.getRuntime().addShutdownHook(new Thread(this::interrupted, "sojourn-interrupt"));
            return true;
        } catch (IllegalStateException e) {
            return false;
        }
    }

    /** Whoever ends this JVM meanwhile needn't wait: no place is begun yet. False if it was quicker. */
    private boolean opens() {
        try {
            request.sites().open();
            return !over.get();
        } catch (Usage e) {
            if (over.getAndSet(true)) {
                return false;
            }
            said.countDown();
            throw e;
        }
    }

    /** While this has the lock, whoever ends this JVM waits, and then finds all that there is to end. False if it was quicker. */
    private synchronized boolean begins() {
        if (over.get()) {
            return false;
        }
        RunPlan shared = new RunPlan(
                init,
                request.silence(),
                Secret.fresh(),
                request.settings(),
                request.program().mainClass(),
                request.program().arguments(),
                request.verdicts(),
                "--heap",
                request.comers().beginning(),
                request.comers().rejoins());
        RunLog kept = request.keepsOutput() ? RunLogs.planned() : null;
        log = kept;
        Launcher places;
        try {
            List<Starter.Plan> plans = ports.entrySet().stream()
                    .map(each -> request.sites().plan(each.getKey(), each.getValue()))
                    .toList();
            places = Launcher.start(
                    shared, request.sites().starter(kept), plans, null, all -> rostered.set(true), listener());
        } catch (IOException | IllegalStateException e) {
            over.set(true);
            said.countDown();
            endLog();
            throw new Usage("places can't be started: " + e.getMessage());
        }
        Comings comes = new Comings(
                places,
                init,
                member -> request.sites().plan(member, 0),
                request.comers().most(),
                request.comers().restarts());
        comings = comes;
        started.complete(places);
        if (kept != null) {
            RunLogs.begin(kept, request.word()); // while the JVMs of the places start
        }
        Signals.handle("USR1", number -> places.dump());
        request.sites().begun(places, comes);
        desk = RunDesk.open(request.word(), request.sites().address(), asked -> state(places, comes, asked));
        return true;
    }

    /** This JVM ends: by itself when all is said, or because it was told to. */
    private void interrupted() {
        if (!over.getAndSet(true)) {
            Ending stopped = new Ending(Ending.Word.STOPPED, Interruption.sentences(dumps()), lastReports);
            finish(new End(stopped, interruption.status().orElse(Interruption.STATUS)));
            System.out.flush();
            return;
        }
        try {
            if (!said.await(Bound.STOP_SECONDS.value(), TimeUnit.SECONDS)) {
                System.err.println("sojourn: interrupted before the run's end could be printed");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** What each place that has begun holds open. */
    private Map<Member, Dump> dumps() {
        Launcher places;
        synchronized (this) {
            places = started.getNow(null);
        }
        Map<Member, Dump> dumps = new TreeMap<>();
        if (places != null) {
            places.questions().ask(INTERRUPTED).forEach((member, told) -> dumps.put(member, told.dump()));
        }
        return dumps;
    }

    private RunState state(Launcher places, Comings comings, RunQuestion asked) {
        Map<Member, Notice.Told> told = Map.of();
        Map<Member, Notice.Answered> answers = Map.of();
        Notice.Drained drained = null;
        switch (asked.what()) {
            case PLACES -> {}
            case ALL -> told = places.questions().ask(PATIENCE);
            case DRAIN ->
                drained = places.questions().drain(asked.place(), Duration.ofSeconds(Bound.DRAIN_SECONDS.value()));
            case ASK -> answers = places.questions().ask(asked, asked.isPatient() ? AS_LONG_AS_IT_TAKES : PATIENCE);
            case STOP -> stopped(places);
            case JOIN -> answers = comings.join(asked.place());
            case LEAVE -> answers = comings.leave(asked.place());
            case START -> answers = stage.start(init, places.places().size());
        }
        Map<Member, Long> pids = new TreeMap<>();
        places.places().forEach(member -> pids.put(member, places.pid(member)));
        return new RunState(pids, told, drained, answers, stage.word(pids.size()));
    }

    private void stopped(Launcher places) {
        Map<Member, PlaceReport> reports = new TreeMap<>(lastReports);
        places.questions().ask(PATIENCE).forEach((member, told) -> reports.put(member, told.report()));
        List<String> losses = new ArrayList<>();
        for (Member lost : places.lost()) {
            losses.add(lost + " was lost; " + PlaceReport.lived(reports.remove(lost)));
        }
        Notice.Ended ended = StopCommand.ended(reports, request.comers().acceptsLosses() ? List.of() : losses);
        stage.stops(ended, how -> end.complete(new End(how.ending(), how.status())));
    }

    /** Sums up, and ends what runs; returns the exit status. */
    private int finish(End how) {
        boolean isWritten = true;
        RunDesk open;
        synchronized (this) {
            open = desk;
        }
        open.close();
        bar.clear();
        Map<Member, Long> pids = new TreeMap<>();
        Launcher places = started.getNow(null);
        if (places != null) {
            places.members().forEach(member -> pids.put(member, places.pid(member)));
            isWritten = writeNetwork(request, question -> askedOfAll(places, question));
            places.stop(how.status());
        }
        request.sites().close();
        endLog();
        open.settle();
        int status = how.status() == 0 && !isWritten ? 1 : how.status();
        Summary summary = new Summary(
                how.ending(),
                status,
                (System.nanoTime() - request.fromNanos()) / 1_000_000,
                snapshot(results),
                pids,
                snapshot(startup));
        print(request, summary);
        return status;
    }

    private synchronized void endLog() {
        if (log != null) {
            RunLogs.ofUser().end(log);
        }
    }

    /** What places answer; a refusal of those that don't. */
    private static Map<Member, Notice.Answered> askedOfAll(Launcher places, RunQuestion question) {
        Map<Member, Notice.Answered> answers = new TreeMap<>(places.questions().ask(question, PATIENCE));
        for (Member each : places.places()) {
            if (question.place() == RunQuestion.EVERYWHERE) {
                answers.putIfAbsent(
                        each,
                        new Notice.Answered(0, "hasn't answered within " + PATIENCE.toSeconds() + " s", new byte[0]));
            }
        }
        return answers;
    }

    /** Writes the logical network, if that is wanted; false if it can't be written. */
    static boolean writeNetwork(Request request, Function<RunQuestion, Map<Member, Notice.Answered>> asked) {
        NetworkFile file = request.network();
        try {
            if (file != null) {
                file.write(asked).forEach(each -> System.err.println("sojourn: " + each));
            }
            return true;
        } catch (IOException e) {
            System.err.println("sojourn: --network can't be written: " + e.getMessage());
            return false;
        }
    }

    private static <K, V> Map<K, V> snapshot(Map<K, V> map) {
        synchronized (map) {
            return new LinkedHashMap<>(map);
        }
    }

    /** Whoever typed something wrong gets the sentence; a run that has begun has more to say. */
    static void print(Request request, Summary summary) {
        if (request.json()) {
            System.out.println(summary.json());
        }
        if (summary.status() == Usage.STATUS && summary.ending().word() == Ending.Word.FAILED) {
            summary.ending().sentences().forEach(sentence -> System.err.println("sojourn: " + sentence));
        } else if (!request.json()) {
            System.err.println(summary.table());
        }
        if (request.startup()) {
            System.err.println(summary.startupTable());
        }
    }

    // ---- what places say ------------------------------------------------------------------------------------------

    private Launcher.Listener listener() {
        return new Launcher.Listener() {
            @Override
            public void notice(Member from, Notice notice) {
                heard(from, notice);
            }

            @Override
            public void ended(Member place, int status, String how) {
                gone(place, status, how);
                fewer();
            }

            @Override
            public void left(Member place) {
                fewer();
            }

            @Override
            public void out(Member place) {
                System.err.println("sojourn: " + place + " was put out of the run; its process may join it again");
                fewer();
            }

            @Override
            public void returns(Member place, CompletableFuture<Member> runs) {
                runs.whenComplete((joined, failure) -> {
                    if (failure == null) {
                        System.err.println("sojourn: " + place + " has joined the run again");
                    } else if (!end.isDone() && !over.get()) {
                        System.err.println(
                                "sojourn: " + place + " didn't join the run again: " + Cause.sentence(failure));
                        gone(place);
                    }
                });
            }

            @Override
            public void missed(Member place, String why) {
                String said = fatals.get(place);
                System.err.println("sojourn: " + why + (said == null ? "" : ": " + said) + "; the run does without it");
            }
        };
    }

    private void fewer() {
        if (!end.isDone() && !over.get()) {
            started.thenAccept(places -> stage.gone(places.places().size()));
        }
    }

    private void heard(Member from, Notice notice) {
        switch (notice) {
            case Notice.Progress progress ->
                bar.show(progress.label(), progress.done(), progress.total(), System.nanoTime());
            case Notice.Result result -> {
                synchronized (results) {
                    results.put(result.key(), result.json());
                }
            }
            case Notice.Up up -> {
                synchronized (startup) {
                    startup.put(from, up);
                }
                if (from.equals(init)) {
                    stage.up(ports.size());
                }
            }
            case Notice.Begins begins -> stage.begins();
            case Notice.Rests rests -> stage.rests(rests.ending());
            case Notice.Resumes resumes -> stage.resumes();
            case Notice.AsksForTerminal asks -> bar.asked();
            case Notice.GivesTerminal gives -> bar.given();
            case Notice.Sampled sampled -> lastReports = sampled.reports();
            case Notice.Ended ended -> {
                Notice.Ended how = stage.ended(ended);
                end.complete(new End(how.ending(), status(how)));
            }
            case Notice.Exiting exiting -> {
                if (from.equals(init)) {
                    initExits.set(true);
                }
            }
            case Notice.Fatal fatal -> {
                fatals.put(from, fatal.sentence());
                if (from.equals(init)
                        || !rostered.get() && !request.comers().beginning().isGradual()) {
                    Ending.Word word = fatal.status() == 4 ? Ending.Word.TERMINATED_WITH_LOSS : Ending.Word.FAILED;
                    end.complete(new End(new Ending(word, List.of(fatal.sentence()), Map.of()), fatal.status()));
                }
            }
            case Notice.Bound bound ->
                throw new IllegalStateException("the local launcher keeps " + bound + " to itself");
            case Notice.Out expelled ->
                throw new IllegalStateException("the local launcher keeps " + expelled + " to itself");
            case Notice.Lost lost -> throw new IllegalStateException("the local launcher keeps " + lost + " to itself");
            case Notice.Drained drained ->
                throw new IllegalStateException("the local launcher keeps " + drained + " to itself");
            case Notice.Answered answered ->
                throw new IllegalStateException("the local launcher keeps " + answered + " to itself");
            case Notice.Leaves leaves ->
                throw new IllegalStateException("the local launcher keeps " + leaves + " to itself");
            case Notice.Told told -> throw new IllegalStateException("the local launcher keeps " + told + " to itself");
        }
    }

    /** A run whose losses are accepted ends as it would have ended without them. */
    private int status(Notice.Ended ended) {
        boolean hasLost = ended.ending().word() == Ending.Word.TERMINATED_WITH_LOSS;
        return hasLost && request.comers().acceptsLosses()
                ? Ending.of(ended.ending().reports(), List.of()).word().status()
                : ended.status();
    }

    private void gone(Member place, int status, String how) {
        if (place.equals(init) && initExits.get()) {
            Ending stopped = new Ending(
                    Ending.Word.STOPPED, List.of("the program called System.exit(" + status + ")"), lastReports);
            end.complete(new End(stopped, status));
        } else if (!rostered.get() && Interruption.isMeant(status)) {
            // Ctrl-C reaches places as well, and one that has just been started doesn't leave it to this process yet.
            end.complete(new End(new Ending(Ending.Word.STOPPED, List.of("interrupted"), Map.of()), status));
        } else if (!rostered.get() && status <= 128) {
            String sentence = place + " could not start: " + how
                    + "; its JVM's output tells why. Check --heap, --jvm-opt and --env";
            end.complete(new End(new Ending(Ending.Word.FAILED, List.of(sentence), Map.of()), Usage.STATUS));
        } else if (!rostered.get()) {
            lost(place + " was lost while it started (" + how + ")", Map.of());
        } else if (place.equals(init)) {
            Map<Member, PlaceReport> others = new TreeMap<>(lastReports);
            String lived = PlaceReport.lived(others.remove(place));
            lost(place + ", the init place, was lost (" + how + "); " + lived, others);
        } else {
            gone(place);
        }
    }

    private void gone(Member place) {
        Comings comes = comings;
        if (comes != null && !end.isDone() && !over.get()) {
            comes.lost(place);
        }
    }

    private void lost(String sentence, Map<Member, PlaceReport> others) {
        Ending lost = new Ending(Ending.Word.TERMINATED_WITH_LOSS, List.of(sentence), others);
        end.complete(new End(lost, lost.word().status()));
    }
}
