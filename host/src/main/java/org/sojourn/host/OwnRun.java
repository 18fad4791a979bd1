package org.sojourn.host;

import static java.lang.System.Logger.Level.DEBUG;
import static java.lang.System.Logger.Level.WARNING;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.sojourn.host.place.Networks;
import org.sojourn.host.place.PlaceRuntime;
import org.sojourn.host.place.PlaceSettings;
import org.sojourn.host.run.Beginning;
import org.sojourn.host.run.Children;
import org.sojourn.host.run.JavaOptions;
import org.sojourn.host.run.Launcher;
import org.sojourn.host.run.Notice;
import org.sojourn.host.run.ProgramHash;
import org.sojourn.host.run.ProgramPath;
import org.sojourn.host.run.RunPlan;
import org.sojourn.host.run.Secret;
import org.sojourn.host.run.Starter;
import org.sojourn.kernel.balance.BalanceSettings;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Codec;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.Network;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.selectors.SelectorPlace;

/** A run that a program has started under plain {@code java}: this JVM is its init place and the parent of the others. */
final class OwnRun implements Sojourn.Run {
    private static final System.Logger LOG = System.getLogger(OwnRun.class.getName());

    private static final Duration CERTIFIED = Duration.ofDays(Bound.CERTIFICATE_DAYS.value());

    private final CompletableFuture<Ending> stopped = new CompletableFuture<>();
    private final AtomicBoolean ended = new AtomicBoolean();
    private final CompletableFuture<@Nullable Void> closed = new CompletableFuture<>();
    private volatile @Nullable PlaceRuntime runtime;
    private volatile @Nullable Launcher others;

    static Sojourn start(Config config, Class<?> program) {
        OwnRun run = new OwnRun();
        PlaceSettings settings = new PlaceSettings(
                config.workers() > 0 ? config.workers() : PlaceSettings.workersFor(config.places()),
                config.copyLocal(),
                config.serialiser(),
                program.getPackageName(),
                config.allow(),
                BalanceSettings.of(config.balance()),
                config.layer());
        try {
            PlaceRuntime runtime = config.places() == 1
                    ? run.alone(settings)
                    : run.withOthers(config, settings, ProgramPath.of(program));
            Sojourn sojourn = new Sojourn(runtime, run);
            Thread starter = Thread.currentThread();
            Thread watch = new Thread(() -> run.await(starter), "sojourn-main-watch");
            watch.start();
            return sojourn;
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    private SelectorPlace.Console console() {
        return new SelectorPlace.Console() {
            @Override
            public void progress(String label, long done, long total) {
                LOG.log(DEBUG, "{0}: {1} of {2}", label, done, total);
            }

            @Override
            public void result(String key, String json) {
                LOG.log(DEBUG, "result {0}: {1}", key, json);
            }

            @Override
            public void stop(int status) {
                PlaceRuntime running = runtime;
                if (running != null && stopped.complete(new Ending(Ending.Word.STOPPED, List.of(), Map.of()))) {
                    new Thread(() -> exit(running, status), "sojourn-ending").start();
                }
            }
        };
    }

    /** As a place of a launcher does; a thread that closes the run meanwhile finds it closed in order. */
    private void exit(PlaceRuntime running, int status) {
        shutDown(running);
        System.exit(status);
    }

    private PlaceRuntime alone(PlaceSettings settings) {
        Member self = new Member(0, PlaceRuntime.incarnation());
        PlaceRuntime made = new PlaceRuntime(
                self,
                self,
                List.of(self),
                settings,
                null,
                PlaceRuntime.codec(settings, true, loader()),
                loader(),
                console());
        runtime = made;
        made.start(cause -> LOG.log(WARNING, cause), member -> {});
        return made;
    }

    private static ClassLoader loader() {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        return context != null ? context : ClassLoader.getSystemClassLoader();
    }

    private PlaceRuntime withOthers(Config config, PlaceSettings settings, String classPath) throws IOException {
        Network network = Networks.find();
        Network.Authority authority = config.tls() ? network.authority(CERTIFIED) : null;
        List<Member> members = new ArrayList<>();
        List<Starter.Plan> plans = new ArrayList<>();
        for (int i = 0; i < config.places(); i++) {
            Member member = new Member(i, PlaceRuntime.incarnation());
            members.add(member);
            if (i > 0) {
                plans.add(new Starter.Plan(
                        member, Launcher.LOOPBACK, 0, classPath, List.of(), identity(authority, member), false, 0));
            }
        }
        Member self = members.get(0);
        Codec codec = PlaceRuntime.codec(settings, false, loader());
        byte[] secret = Secret.fresh();
        Network.EndpointSettings bound = new Network.EndpointSettings(
                self,
                Launcher.LOOPBACK,
                0,
                secret,
                ProgramHash.of(classPath),
                Launcher.SILENCE,
                identity(authority, self),
                false);
        RunPlan shared = new RunPlan(
                self,
                Launcher.SILENCE,
                secret,
                settings,
                "",
                List.of(),
                true,
                "-Xmx among the Java options of its Config",
                Beginning.USUAL,
                0);
        Network.Endpoint endpoint = Networks.open(network, bound, config.layer(), loader(), false);
        try {
            Launcher children = startOthers(config, shared, plans, endpoint);
            PlaceRuntime made = new PlaceRuntime(self, self, members, settings, endpoint, codec, loader(), console());
            runtime = made;
            made.start(cause -> stopped.completeExceptionally(new IllegalStateException(cause)), children::kill);
            return made;
        } catch (IOException | RuntimeException | Error e) {
            giveUp(endpoint);
            throw e;
        }
    }

    /** Returns when all of them have bound their ports. */
    private Launcher startOthers(Config config, RunPlan shared, List<Starter.Plan> plans, Network.Endpoint endpoint)
            throws IOException {
        CompletableFuture<Map<Member, Network.Address>> roster = new CompletableFuture<>();
        Launcher children = Launcher.start(
                shared,
                new Children(javaOptions(config), config.environment(), null, false, null),
                plans,
                endpoint.address(),
                roster::complete,
                listener(roster));
        others = children;
        try {
            endpoint.roster(shared.init(), roster.join());
        } catch (CompletionException e) {
            throw new IOException(
                    e.getCause() == null ? e.toString() : e.getCause().getMessage(), e);
        }
        return children;
    }

    /** The start has failed: nobody can close what it has begun. */
    private void giveUp(Network.Endpoint endpoint) {
        ended.set(true);
        PlaceRuntime made = runtime;
        try {
            Launcher children = others;
            if (children != null) {
                children.stop(1);
            }
        } finally {
            if (made != null) {
                made.stop();
            } else {
                endpoint.close();
            }
        }
    }

    private static Network.@Nullable Identity identity(Network.@Nullable Authority authority, Member member) {
        return authority == null ? null : authority.identity(member.place());
    }

    private static List<String> javaOptions(Config config) {
        List<String> options = new ArrayList<>(JavaOptions.always());
        for (String each : List.of("sojourn.policy", "sojourn.profile")) {
            String value = System.getProperty(each, "");
            if (!value.isEmpty()) {
                options.add("-D" + each + '=' + value);
            }
        }
        options.addAll(config.javaOptions());
        return options;
    }

    private Launcher.Listener listener(CompletableFuture<?> roster) {
        return new Launcher.Listener() {
            @Override
            public void notice(Member from, Notice notice) {
                if (notice instanceof Notice.Fatal fatal && !OwnRun.this.ended.get()) {
                    LOG.log(WARNING, "{0}: {1}", from, fatal.sentence());
                    roster.completeExceptionally(new IOException(from + ": " + fatal.sentence()));
                }
            }

            @Override
            public void ended(Member place, int exitStatus, String cause) {
                roster.completeExceptionally(new IOException(place + " could not start: " + cause));
                PlaceRuntime running = runtime;
                if (running != null && !OwnRun.this.ended.get()) {
                    running.lost(place, cause);
                }
            }
        };
    }

    /** A program may return from main without closing: the run ends then, too. */
    private void await(Thread starter) {
        try {
            while (starter.isAlive() && !ended.get()) {
                starter.join(200);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!ended.get() && runtime != null) {
            runtime.mainReturned();
            try {
                finish();
            } catch (RunFailedException e) {
                System.err.println(e.getMessage());
                System.exit(e.status());
            }
        }
    }

    @Override
    public void finish() {
        PlaceRuntime running = runtime;
        if (running == null) {
            return;
        }
        Ending ending =
                (Ending) CompletableFuture.anyOf(running.ending(), stopped).join();
        if (shutDown(running) && ending.word().status() != 0) {
            String why = ending.sentences().stream()
                    .map(sentence -> "\n  " + sentence)
                    .collect(Collectors.joining());
            throw new RunFailedException(
                    "the run has " + ending.word() + why, ending.word().status());
        }
    }

    /** Returns when all is shut down; true to the first thread that asks for it. */
    private boolean shutDown(PlaceRuntime running) {
        if (ended.getAndSet(true)) {
            closed.join();
            return false;
        }
        try {
            running.over();
            // The others first: without the init place they would take themselves for the losing side of a partition.
            Launcher children = others;
            if (children != null) {
                children.stop(0);
            }
            running.stop();
        } finally {
            closed.complete(null);
        }
        return true;
    }
}
