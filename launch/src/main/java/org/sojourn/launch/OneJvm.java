package org.sojourn.launch;

import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URL;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.sojourn.host.place.Networks;
import org.sojourn.host.place.PlaceRuntime;
import org.sojourn.host.place.Prepared;
import org.sojourn.host.run.JvmAge;
import org.sojourn.host.run.Launcher;
import org.sojourn.host.run.MainMethod;
import org.sojourn.host.run.Notice;
import org.sojourn.host.run.ProgramHash;
import org.sojourn.host.run.RunLog;
import org.sojourn.host.run.RunQuestion;
import org.sojourn.host.run.RunState;
import org.sojourn.host.run.Secret;
import org.sojourn.host.run.Signals;
import org.sojourn.host.run.StandardStreams;
import org.sojourn.kernel.place.Dump;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Codec;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.Network;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.selectors.SelectorPlace;

/**
 * One run with all places in this JVM, for a debugger: the same kernels and links over loopback sockets, one set of static
 * fields. Its main and its selectors see one {@code System.out}, and {@code System.exit} ends everything: a shutdown hook then
 * says what there is to say, as it does on Ctrl-C.
 */
final class OneJvm {
    private static final System.Logger LOG = System.getLogger(OneJvm.class.getName());

    private final Run.Request request;
    private final PrintStream out = System.out;
    private final PrintStream err = System.err;
    private final ProgressBar bar;
    private final ExitStatus exit = new ExitStatus();
    private final Interruption interruption = new Interruption();
    private final AtomicBoolean over = new AtomicBoolean();
    private final CompletableFuture<Notice.Ended> end = new CompletableFuture<>();

    /** Guarded by this. */
    private RunDesk desk = RunDesk.NONE;

    /** Guarded by itself. */
    private final Map<String, String> results = new LinkedHashMap<>();

    private final Map<Member, Notice.Up> startup = new TreeMap<>();
    private final Map<Member, Long> pids = new TreeMap<>();
    private final List<PlaceRuntime> places = new ArrayList<>();

    private final CompletableFuture<@Nullable Void> returned = new CompletableFuture<>();

    /** Keeps what is printed here, if anybody does. */
    private final @Nullable RunLog log;

    /** Done when main may begin, if it waits for that. */
    private final CompletableFuture<@Nullable Void> begin = new CompletableFuture<>();

    private final RunStage stage;
    private Runnable settleStreams = () -> {};

    private OneJvm(Run.Request request) {
        this.request = request;
        this.bar = request.bar();
        this.stage = new RunStage(
                request.comers().beginning(),
                () -> begin.complete(null),
                () -> places.get(0).finish(),
                sentence -> System.err.println("sojourn: " + sentence));
        this.log = request.keepsOutput() ? RunLogs.planned() : null;
    }

    static int run(Run.Request request) {
        return new OneJvm(request).run();
    }

    private int run() {
        ClassLoader loader;
        MainMethod main;
        try {
            loader = loader();
            main = MainMethod.find(request.program().mainClass(), loader);
            start(loader);
        } catch (IOException | ReflectiveOperationException e) {
            endLog();
            throw new Usage(String.valueOf(e.getMessage()));
        }
        keepOutput();
        PlaceRuntime init = places.get(0);
        Prepared.set(init);
        Signals.handle("USR1", number -> init.dump().thenAccept(System.err::println));
        MainMethod.awaitReturn(
                init.ending(), returned, how -> end(how, how.word().status()));
        Runtime.getRuntime().addShutdownHook(new Thread(this::exiting, "sojourn-exit"));
        openDesk();
        stage.up(places.size());
        call(main, loader, init);
        Notice.Ended ended = end.join();
        int status = over.getAndSet(true) ? ended.status() : print(ended);
        places.forEach(PlaceRuntime::over);
        places.forEach(PlaceRuntime::stop);
        return status;
    }

    private void keepOutput() {
        RunLog keeps = log;
        if (keeps != null) {
            RunLogs.begin(keeps, request.word());
            settleStreams = StandardStreams.keepBesides(line -> keeps.line(RunLog.ONE_JVM, line));
        }
        if (request.json()) {
            System.setOut(System.err);
        }
    }

    private void endLog() {
        settleStreams.run();
        if (log != null) {
            RunLogs.ofUser().end(log);
        }
    }

    /** Not if this JVM ends already: nobody would close it. */
    private synchronized void openDesk() {
        if (!over.get()) {
            desk = RunDesk.open(request.word(), "", this::state);
        }
    }

    private void closeDesk() {
        RunDesk open;
        synchronized (this) {
            open = desk;
        }
        open.close();
        open.settle();
    }

    private RunState state(RunQuestion asked) {
        Map<Member, Notice.Told> told = new TreeMap<>();
        Map<Member, Notice.Answered> answers = new TreeMap<>();
        Notice.Drained drained = null;
        switch (asked.what()) {
            case PLACES -> {}
            case ALL ->
                places.forEach(place -> told.put(place.self(), new Notice.Told(0, place.ownReport(), place.ownDump())));
            case DRAIN -> drained = drained(asked.place());
            case ASK -> answers.putAll(answers(asked));
            case STOP -> stage.stops(StopCommand.ended(places.get(0).finalReports(), List.of()), end::complete);
            case START -> answers.putAll(stage.start(pids.keySet().iterator().next(), pids.size()));
            case JOIN, LEAVE ->
                answers.put(
                        pids.keySet().iterator().next(),
                        new Notice.Answered(
                                0, "under --one-jvm no place joins or leaves; start the run without it", new byte[0]));
        }
        return new RunState(pids, told, drained, answers, stage.word(pids.size()));
    }

    private Map<Member, Notice.Answered> answers(RunQuestion asked) {
        Map<Member, CompletableFuture<byte[]>> given = new TreeMap<>();
        for (PlaceRuntime place : places) {
            if (asked.place() == RunQuestion.EVERYWHERE
                    || asked.place() == place.self().place()) {
                given.put(place.self(), place.ask(asked.word(), asked.content()));
            }
        }
        Duration patience =
                asked.isPatient() ? Run.AS_LONG_AS_IT_TAKES : Duration.ofSeconds(Bound.STATUS_ANSWER_SECONDS.value());
        Map<Member, Notice.Answered> answers = new TreeMap<>();
        given.forEach((member, guests) -> {
            CompletableFuture<Notice.Answered> answer = Notice.Answered.of(0, guests);
            CompletableFuture<?> first = asked.isPatient() ? CompletableFuture.anyOf(answer, end) : answer;
            if (within(patience, first) instanceof Notice.Answered said) {
                answers.put(member, said);
            } else {
                guests.cancel(false); // nobody waits any more
            }
        });
        return answers;
    }

    private Notice.@Nullable Drained drained(int number) {
        for (PlaceRuntime place : places) {
            if (place.self().place() == number) {
                return within(Duration.ofSeconds(Bound.DRAIN_SECONDS.value()), Notice.Drained.of(0, place));
            }
        }
        return Notice.Drained.refused(0, "there is no place p" + number + "; there are " + pids.keySet());
    }

    /** What is to come, if it comes in time; else it goes on without this. */
    private static <T> @Nullable T within(Duration patience, CompletableFuture<T> what) {
        try {
            return what.get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            LOG.log(System.Logger.Level.DEBUG, "an asker gets no answer", e);
        }
        return null;
    }

    // ---- places ---------------------------------------------------------------------------------------------------

    /** The program's own entries; ours are loaded already. */
    private ClassLoader loader() throws IOException {
        List<URL> urls = new ArrayList<>();
        List<String> ours = List.of(System.getProperty("java.class.path").split(File.pathSeparator));
        for (String entry : request.program().classPath().split(File.pathSeparator)) {
            if (!ours.contains(entry)) {
                urls.add(Path.of(entry).toUri().toURL());
            }
        }
        return urls.isEmpty()
                ? OneJvm.class.getClassLoader()
                : new ProgramLoader(urls.toArray(new URL[0]), request.program().mainPackage());
    }

    private void start(ClassLoader loader) throws IOException {
        long assigned = JvmAge.millis();
        Codec codec = PlaceRuntime.codec(request.settings(), false, loader);
        Map<Member, Network.Endpoint> endpoints = new TreeMap<>();
        try {
            bind(endpoints, loader);
        } catch (IOException e) {
            endpoints.values().forEach(Network.Endpoint::close);
            throw e;
        }
        long bound = JvmAge.millis();
        Map<Member, Network.Address> addresses = new TreeMap<>();
        endpoints.forEach((member, endpoint) -> addresses.put(member, endpoint.address()));
        List<Member> roster = List.copyOf(addresses.keySet());
        Member init = roster.get(0);
        for (Member member : roster) {
            Network.Endpoint endpoint = Objects.requireNonNull(endpoints.get(member));
            endpoint.roster(init, addresses);
            places.add(new PlaceRuntime(member, init, roster, request.settings(), endpoint, codec, loader, console()));
        }
        long made = JvmAge.millis();
        if (request.comers().beginning().isManual()) {
            places.get(0).restsOnly(stage::rests, stage::resumes);
        }
        for (PlaceRuntime place : places) {
            place.start(cause -> expelled(place, cause), member -> {});
            startup.put(place.self(), new Notice.Up(assigned, bound, made, JvmAge.millis()));
            pids.put(place.self(), ProcessHandle.current().pid());
        }
    }

    private void bind(Map<Member, Network.Endpoint> endpoints, ClassLoader loader) throws IOException {
        byte[] secret = Secret.fresh();
        byte[] hash = ProgramHash.of(request.program().classPath());
        Network network = Networks.find();
        for (PlacesFile.Entry entry : request.places()) {
            Member member = new Member(entry.place(), PlaceRuntime.incarnation());
            endpoints.put(
                    member,
                    Networks.open(
                            network,
                            new Network.EndpointSettings(
                                    member, Launcher.LOOPBACK, entry.port(), secret, hash, request.silence()),
                            request.settings().layer(),
                            loader,
                            true));
        }
    }

    private void expelled(PlaceRuntime place, String cause) {
        Ending lost = new Ending(Ending.Word.TERMINATED_WITH_LOSS, List.of(place.self() + " ends: " + cause), Map.of());
        end(lost, lost.word().status());
    }

    // ---- the program ----------------------------------------------------------------------------------------------

    /** In a thread of its own, since a run may be over while its main still waits. */
    private void call(MainMethod main, ClassLoader loader, PlaceRuntime init) {
        Thread program = new Thread(
                () -> {
                    init.mainRunsHere();
                    if (request.comers().beginning().isManual()) {
                        begin.join();
                    }
                    stage.begins();
                    Throwable failure = main.call(request.program().arguments());
                    if (failure == null) {
                        init.mainReturned();
                        returned.complete(null);
                    } else {
                        early(Ending.Word.FAILED, MainMethod.failed(failure), Ending.Word.FAILED.status());
                    }
                },
                "sojourn-main");
        program.setDaemon(true);
        program.setContextClassLoader(loader);
        program.start();
    }

    private SelectorPlace.Console console() {
        return new SelectorPlace.Console() {
            @Override
            public void progress(String label, long done, long total) {
                bar.show(label, done, total, System.nanoTime());
            }

            @Override
            public void result(String key, String json) {
                synchronized (results) {
                    results.put(key, json);
                }
            }

            @Override
            public void stop(int status) {
                Thread teller = new Thread(
                        () -> early(Ending.Word.STOPPED, "the program asked for it", status), "sojourn-ending");
                teller.setDaemon(true);
                teller.start();
            }
        };
    }

    // ---- the end --------------------------------------------------------------------------------------------------

    /** An ending that quiescence didn't bring about; takes as long as the reports do. */
    private void early(Ending.Word word, String sentence, int status) {
        end(new Ending(word, List.of(sentence), places.get(0).finalReports()), status);
    }

    private void end(Ending ending, int status) {
        end.complete(stage.ended(new Notice.Ended(ending, status)));
    }

    private void exiting() {
        if (over.getAndSet(true)) {
            return;
        }
        boolean exited = exit.called().isPresent() && interruption.status().isEmpty();
        Ending known = places.get(0).ending().getNow(null);
        if (exited && known != null && known.word().status() != 0) {
            // Main has closed a run that hasn't gone well; that it exits doesn't mend it.
            print(new Notice.Ended(known, known.word().status()));
            out.flush();
            Runtime.getRuntime().halt(known.word().status());
        }
        int status = (exited ? exit.called() : interruption.status()).orElse(Interruption.STATUS);
        Map<Member, Dump> dumps = new TreeMap<>();
        places.forEach(place -> dumps.put(place.self(), place.ownDump()));
        List<String> sentences =
                exited ? List.of("the program called System.exit(" + status + ")") : Interruption.sentences(dumps);
        Ending stopped =
                new Ending(Ending.Word.STOPPED, sentences, places.get(0).finalReports());
        print(new Notice.Ended(stopped, status));
        out.flush();
    }

    /** Says what there is to say at the end; returns the exit status. */
    private int print(Notice.Ended ended) {
        closeDesk();
        boolean isWritten = Run.writeNetwork(request, this::answers);
        bar.clear();
        System.out.flush();
        System.setOut(out);
        System.setErr(err);
        endLog();
        Map<String, String> reported;
        synchronized (results) {
            reported = new LinkedHashMap<>(results);
        }
        long millis = (System.nanoTime() - request.fromNanos()) / 1_000_000;
        int status = ended.status() == 0 && !isWritten ? 1 : ended.status();
        Run.print(request, new Summary(ended.ending(), status, millis, reported, pids, startup));
        return status;
    }
}
