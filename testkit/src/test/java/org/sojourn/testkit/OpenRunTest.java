package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sojourn.kernel.place.Dump;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.site.Holders;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.KeepAlive;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.SelectorPlace;

/** What a dump says of a run that nothing runs in and that doesn't end. */
class OpenRunTest {
    private static final String MAIN = "main, which hasn't returned";

    @BeforeAll
    static void quiet() {
        Logs.off();
    }

    private static final class Silent extends Actor<Object> {
        @Override
        protected void process(Object message) {}
    }

    private static List<String> open(SimulatedCluster cluster, int place) {
        cluster.cluster().settle(() -> false);
        return openNow(cluster, place);
    }

    private static List<String> openNow(SimulatedCluster cluster, int place) {
        return Dump.of(((SelectorPlace) cluster.place(place)).kernel())
                .sentences()
                .getOrDefault(Dump.Sort.OPEN, List.of());
    }

    private static Handle<Object> scripted(SimulatedCluster cluster, int place) {
        SelectorPlace at = (SelectorPlace) cluster.place(place);
        return at.create(() -> new Scripted(at.create(Silent::new)));
    }

    @Test
    void run_thatIsKeptAlive_saysWhere() {
        try (SimulatedCluster cluster = SimulatedCluster.of(1, 1)) {
            KeepAlive kept = cluster.place(0).keepAlive();

            assertThat(open(cluster, 0))
                    .hasSize(2)
                    .first()
                    .asString()
                    .contains("keepAlive(), called at ", "OpenRunTest.run_thatIsKeptAlive_saysWhere(OpenRunTest.java:");
            kept.close();
            assertThat(open(cluster, 0)).containsExactly(MAIN);
        }
    }

    @Test
    void selector_withTimersAndAFuture_isNamedWithThem() {
        try (SimulatedCluster cluster = SimulatedCluster.of(2, 1)) {
            CompletableFuture<Integer> future = new CompletableFuture<>();
            Handle<Object> waiting = scripted(cluster, 1);
            Scripted.tell(waiting, self -> self.each(Duration.ofSeconds(5), 1));
            assertThat(open(cluster, 1))
                    .singleElement()
                    .asString()
                    .matches("Scripted.* p1.*, which has a timer for mailbox \"numbers\", due in (5000|4\\d{3}) ms and"
                            + " then every 5000 ms");
            Scripted.tell(waiting, self -> self.in(Duration.ofSeconds(1), 2));
            Scripted.tell(waiting, self -> self.pipe(Scripted.NUMBERS, future));

            assertThat(open(cluster, 1))
                    .singleElement()
                    .asString()
                    .matches("Scripted.* p1.*, which has 2 timers, the next for mailbox \"numbers\", due in"
                            + " (1000|9\\d\\d) ms, and awaits a future \\(pipeTo\\), for \\d+ ms so far");
            Scripted.tell(waiting, Scripted::leave);
            assertThat(open(cluster, 1)).isEmpty();
        }
    }

    @Test
    void turn_thatHasntEnded_isSaidToHoldTheRunOpen() {
        try (SimulatedCluster cluster = SimulatedCluster.of(2, 1)) {
            List<String> open = new ArrayList<>();
            Scripted.tell(scripted(cluster, 1), self -> open.addAll(openNow(cluster, 1)));
            cluster.cluster().settle(() -> false);

            assertThat(open).singleElement().asString().matches("the turn of Scripted at p1 in mailbox \".*\", on .*");
        }
    }

    @Test
    void main_thatGoesOnWhileItIsLookedAt_isNotNamedInsteadOfWhatHoldsTheRunThen() {
        try (SimulatedCluster cluster = SimulatedCluster.of(1, 1)) {
            Holders holders = ((SelectorPlace) cluster.place(0)).kernel().site().holders();
            Object main = new Object();
            holders.add(main, () -> {
                holders.add("kept", () -> "what it keeps open");
                holders.remove(main);
                return "it, in close()";
            });

            assertThat(openNow(cluster, 0)).containsExactly(MAIN, "what it keeps open");
        }
    }

    /** As a dump asks: by way of streams of the JDK. */
    @Test
    void main_thatTakesTheDumpItself_isShownWithoutTheFramesOfTheDump() {
        String frames = Stream.of(Thread.currentThread()).map(Holders::frames).collect(Collectors.joining());

        assertThat(frames).startsWith("; at ").doesNotContain("getStackTrace", "java.util.stream");
        assertThat(frames.split(" < ")[0]).contains(OpenRunTest.class.getName());
    }

    /** Looks, before it moves, what its place is said to do. */
    private static final class Looking extends Actor<Object> {
        private static final List<String> RUNS = new CopyOnWriteArrayList<>();
        private static volatile Supplier<Dump> look = () -> new Dump("", Map.of());

        @Override
        protected void process(Object message) {
            migrateTo(new Place(1));
        }

        @Override
        protected void beforeMove(Place to) {
            RUNS.addAll(look.get().sentences().getOrDefault(Dump.Sort.RUNS, List.of()));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void selector_thatMoves_isSaidToBeInItsMoveWhoeverHasOrderedIt(boolean isOwn) {
        try (SimulatedCluster cluster = SimulatedCluster.of(2, 1)) {
            Looking.RUNS.clear();
            Looking.look = () -> Dump.of(((SelectorPlace) cluster.place(0)).kernel());
            Handle<Object> moving = cluster.place(0).create(Looking::new);
            if (isOwn) {
                moving.send("go");
            } else {
                cluster.place(0).move(moving, new Place(1));
            }
            cluster.cluster().settle(() -> false);

            assertThat(Looking.RUNS).singleElement().asString().contains("Looking at p0", " in its move, on ");
        }
    }

    @Test
    void selectors_moreThanADumpHasLines_areCounted() {
        int most = Bound.DUMP_LINES.intValue();
        try (SimulatedCluster cluster = SimulatedCluster.of(1, 1)) {
            for (int i = 0; i < most + 6; i++) {
                Scripted.tell(scripted(cluster, 0), self -> self.in(Duration.ofHours(1), 1));
            }

            assertThat(open(cluster, 0)).hasSize(most).last().isEqualTo("and 8 more");
        }
    }

    @Test
    void selector_thatIsOnItsWay_isNamed() {
        try (SimulatedCluster cluster = SimulatedCluster.of(2, 1)) {
            Handle<Object> moving = scripted(cluster, 0);
            cluster.cluster().settle(() -> false);
            cluster.cluster().packets().hold((from, to, kind) -> true);
            cluster.place(0).move(moving, new Place(1));

            cluster.cluster().settle(() -> openNow(cluster, 0).size() > 1);
            assertThat(openNow(cluster, 0)).anyMatch(line -> line.matches("p0/\\d+, which is on its way to p1"));
            cluster.cluster().packets().release();
            assertThat(open(cluster, 0)).containsExactly(MAIN);
        }
    }
}
