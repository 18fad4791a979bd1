package org.sojourn.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.KeepAlive;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.PlaceReady;
import org.sojourn.selectors.ReceiverGoneException;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.Selector;
import org.sojourn.selectors.Subscription;
import org.sojourn.selectors.Topic;

class OwnRunTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    record WhereAreYou(ReplyTo<Long> asker) {}

    static final class Resident extends Actor<WhereAreYou> {
        @Override
        protected void process(WhereAreYou message) {
            message.asker().reply(ProcessHandle.current().pid());
            exit();
        }
    }

    static final class Closed extends Selector<String> {
        static final Mailbox<String> NEVER = Mailbox.of("never", String.class).initiallyDisabled();

        Closed() {
            super(NEVER);
        }

        @Override
        protected void process(String message) {}
    }

    static final class Failing extends Actor<String> {
        @Override
        protected void process(String message) {
            throw new IllegalStateException(message);
        }
    }

    @Test
    void clusterOfOne_requestAnswered_closesFinished() {
        try (Sojourn sojourn = Sojourn.start()) {
            assertThat(sojourn.places()).containsExactly(new Place(0));
            Handle<WhereAreYou> resident = sojourn.create(Resident::new);
            assertThat(resident.request(WhereAreYou::new, PATIENCE).join())
                    .isEqualTo(ProcessHandle.current().pid());
        }
    }

    record Environment(ReplyTo<String> asker) {}

    /** Has a program print what it inherits. */
    static final class Starter extends Actor<Environment> {
        @Override
        protected void process(Environment message) {
            try {
                Process program =
                        new ProcessBuilder("env").redirectErrorStream(true).start();
                message.asker().reply(new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
            } catch (IOException e) {
                message.asker().fail(e);
            }
            exit();
        }
    }

    @Test
    void threePlaces_selectorsAtEach_sitInThreeProcessesWhoseProgramsInheritNoSecret() {
        Set<Long> processes = new HashSet<>();
        Set<String> tickets = new HashSet<>();
        try (Sojourn sojourn = Sojourn.start(BriefRuns.local(3))) {
            assertThat(sojourn.places()).hasSize(3);
            for (Place place : sojourn.places()) {
                Handle<WhereAreYou> resident = sojourn.create(place, Resident::new);
                processes.add(resident.request(WhereAreYou::new, PATIENCE).join());
                Handle<Environment> starter = sojourn.create(place, Starter::new);
                starter.request(Environment::new, PATIENCE)
                        .join()
                        .lines()
                        .filter(line -> line.matches("SOJOURN_\\w+=\\p{XDigit}{64}"))
                        .forEach(tickets::add);
            }
        }
        assertThat(processes).hasSize(3);
        processes.remove(ProcessHandle.current().pid());
        assertThat(processes.stream().flatMap(pid -> ProcessHandle.of(pid).stream()))
                .noneMatch(ProcessHandle::isAlive);
        assertThat(tickets)
                .as("a secret would be the same at all places; a ticket is of one place, and spent")
                .hasSize(2)
                .allMatch(line -> line.startsWith("SOJOURN_TICKET="));
    }

    /** A program, which is loaded once more. */
    public static final class Elsewhere {
        private Elsewhere() {}

        /** Returns the processes of two places. */
        public static Set<Long> processes() {
            Set<Long> processes = new HashSet<>();
            try (Sojourn sojourn = Sojourn.start(BriefRuns.local(2))) {
                for (Place place : sojourn.places()) {
                    Handle<WhereAreYou> resident = sojourn.create(place, Resident::new);
                    processes.add(resident.request(WhereAreYou::new, PATIENCE).join());
                }
            }
            return processes;
        }
    }

    /** As {@code mvn exec:java} does: what the JVM was started with is another program's. */
    @Test
    void program_thatAnotherHasLoaded_isFoundAtItsOtherPlaces() throws Exception {
        String given = System.getProperty("java.class.path");
        List<URL> urls = new ArrayList<>();
        for (String entry : given.split(File.pathSeparator)) {
            urls.add(Path.of(entry).toUri().toURL());
        }
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        System.setProperty("java.class.path", "of-another-program.jar");
        try (URLClassLoader loader =
                new URLClassLoader(urls.toArray(new URL[0]), ClassLoader.getPlatformClassLoader())) {
            Thread.currentThread().setContextClassLoader(loader);
            Object processes = loader.loadClass(Elsewhere.class.getName())
                    .getMethod("processes")
                    .invoke(null);
            assertThat((Set<?>) processes).hasSize(2);
        } finally {
            Thread.currentThread().setContextClassLoader(context);
            System.setProperty("java.class.path", given);
        }
    }

    /** Tells who has asked when so many places are ready. */
    @Subscription(topics = @Topic(messageClass = PlaceReady.class))
    static final class Counting extends Actor<Object> {
        private final Set<Place> ready = new HashSet<>();
        private final List<ReplyTo<Set<Place>>> askers = new ArrayList<>();
        private final int awaited;

        Counting(int awaited) {
            this.awaited = awaited;
        }

        @Override
        protected void process(Object message) {
            if (message instanceof PlaceReady place) {
                ready.add(place.place());
            } else if (message instanceof WhoIsReady who) {
                askers.add(who.asker());
            }
            if (ready.size() == awaited) {
                askers.forEach(each -> each.reply(new HashSet<>(ready)));
                askers.clear();
            }
        }
    }

    record WhoIsReady(ReplyTo<Set<Place>> asker) {}

    @Test
    void subscriber_inARunOfOneOrMorePlaces_isToldThatAllAreReady() {
        for (int places : List.of(1, 2)) {
            try (Sojourn sojourn = Sojourn.start(BriefRuns.local(places))) {
                Place last = new Place(places - 1);
                Handle<Object> counting = sojourn.newSelector(last.id(), Counting.class, places);
                assertThat(counting.<Set<Place>>request(WhoIsReady::new, PATIENCE)
                                .join())
                        .containsExactlyInAnyOrderElementsOf(sojourn.places());
            }
        }
    }

    @Test
    void copies_onOnePlace_findOutWhatCannotTravel() {
        try (Sojourn sojourn = Sojourn.start(Config.local().withCopies())) {
            Handle<Object> any = sojourn.newSelector(Anything.class);
            assertThatThrownBy(() -> any.send(Thread.currentThread())).hasMessageContaining("java.lang.Thread");
            any.send("a text may travel");
        }
    }

    static final class Anything extends Actor<Object> {
        @Override
        protected void process(Object message) {
            exit();
        }
    }

    @Test
    void mailBehindAClosedGuard_atTheEnd_isAStallThatNamesIt() {
        Sojourn sojourn = Sojourn.start();
        sojourn.create(Closed::new).send("waits");
        assertThatThrownBy(sojourn::close)
                .isInstanceOfSatisfying(
                        RunFailedException.class,
                        stalled -> assertThat(stalled.status()).isEqualTo(3))
                .hasMessageContaining("stalled")
                .hasMessageContaining("\"never\" (disabled)");
    }

    @Test
    void failureThatNobodyWatches_atTheEnd_isAFailedRun() {
        Sojourn sojourn = Sojourn.start();
        sojourn.create(Failing::new).send("boom");
        assertThatThrownBy(sojourn::close)
                .isInstanceOfSatisfying(
                        RunFailedException.class,
                        failed -> assertThat(failed.status()).isEqualTo(1))
                .hasMessageContaining("boom");
    }

    @Test
    void keepAlive_whileHeld_holdsTheRunOpen() {
        try (Sojourn sojourn = Sojourn.start()) {
            KeepAlive held = sojourn.keepAlive();
            new Thread(() -> {
                        Handle<WhereAreYou> late = sojourn.create(Resident::new);
                        late.request(WhereAreYou::new, PATIENCE).join();
                        held.close();
                    })
                    .start();
        }
    }

    @Test
    void request_toOneThatHasExited_failsAtOnce() {
        try (Sojourn sojourn = Sojourn.start()) {
            Handle<WhereAreYou> resident = sojourn.create(Resident::new);
            resident.request(WhereAreYou::new, PATIENCE).join();
            assertThatThrownBy(
                            () -> resident.request(WhereAreYou::new, PATIENCE).join())
                    .isInstanceOf(CompletionException.class)
                    .hasCauseInstanceOf(ReceiverGoneException.class);
        }
    }

    @Test
    void start_thatFailsWhenOthersRun_leavesNothingBehind() {
        Set<Long> before = processes();
        System.setProperty("sojourn.inline", "perhaps");
        try {
            assertThatThrownBy(() -> Sojourn.start(BriefRuns.local(2)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("sojourn.inline");
        } finally {
            System.clearProperty("sojourn.inline");
        }
        Set<Long> after = processes();
        after.removeAll(before);
        assertThat(after).isEmpty();
        await().atMost(PATIENCE)
                .until(() -> Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(each -> each.getName().startsWith("sojourn-p0")));
    }

    private static Set<Long> processes() {
        return ProcessHandle.current()
                .children()
                .filter(ProcessHandle::isAlive)
                .map(ProcessHandle::pid)
                .collect(Collectors.toCollection(HashSet::new));
    }

    @Test
    void config_outOfBounds_saysWhatTheBoundIs() {
        assertThatThrownBy(() -> Config.local(0)).hasMessage("places is 0; one machine gets 1 to 256");
        assertThatThrownBy(() -> Config.local().withWorkers(33)).hasMessageContaining("1 to 32");
    }
}
