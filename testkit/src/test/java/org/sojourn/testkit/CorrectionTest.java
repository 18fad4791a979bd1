package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sojourn.kernel.part.Cell;
import org.sojourn.kernel.part.Kinds.Hindrance;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.ExecutionPolicy;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.RunBy;
import org.sojourn.selectors.SelectorPlace;

/** A kind whose handlers keep workers from others is run by another policy while it goes on. */
class CorrectionTest {
    private static final long SEEDS = Long.getLong("sojourn.policies", 60);
    private static final String HOOK = "org.sojourn.testkit.CorrectionTest";

    /** What selectors have noted in the present simulation, which runs on one thread. */
    private static final ThreadLocal<List<String>> NOTED = ThreadLocal.withInitial(ArrayList::new);

    @BeforeAll
    static void quiet() {
        Logs.off();
    }

    private static String corrected(Hindrance how) {
        Cell self = Objects.requireNonNull(Cell.current());
        return String.valueOf(self.parts().correct(self, how) != null);
    }

    /** Who runs the living selectors of a kind, as "TASK 3". */
    private static List<String> ruled(SimulatedCluster cluster, int place, Class<?> kind) {
        return ((SelectorPlace) cluster.place(place))
                .kernel().parts().census().ruled().stream()
                        .filter(each -> each.kind().endsWith(kind.getSimpleName()) && each.alive() != 0)
                        .map(each -> each.policy() + " " + each.alive())
                        .sorted()
                        .collect(Collectors.toList());
    }

    /** Expects the numbers of each stream in order; at one of them it turns out to do what it shouldn't. */
    private static final class Counter extends Actor<Object> {
        private final int[] next = new int[3];
        private final Hindrance how;
        private int left;
        private boolean isInside;

        Counter(Hindrance how, int left) {
            this.how = how;
            this.left = left;
        }

        @Override
        protected void process(Object message) {
            if (isInside) {
                NOTED.get().add("entered twice");
            }
            isInside = true;
            Numbered numbered = (Numbered) message;
            if (numbered.number() != next[numbered.stream()]++) {
                NOTED.get().add("stream " + numbered.stream() + " brings " + numbered.number());
            }
            if (--left == 0) {
                NOTED.get().add(corrected(how));
            }
            if (numbered.back() != null) {
                numbered.back().send("go on");
            }
            isInside = false;
        }
    }

    private record Numbered(
            int stream, int number, @Nullable Handle<Object> back) {}

    /** Sends numbers to each counter, some when it is answered. */
    private static final class Source extends Actor<Object> {
        private final int stream;
        private final List<Handle<Object>> counters;
        private int number;

        Source(int stream, List<Handle<Object>> counters) {
            this.stream = stream;
            this.counters = counters;
        }

        @Override
        protected void process(Object message) {
            for (int burst = 0; burst < 3 && number < 60; burst++) {
                boolean isLast = burst == 2;
                for (int i = 0; i < counters.size(); i++) {
                    counters.get(i).send(new Numbered(stream, number, isLast && i == 0 ? self() : null));
                }
                number++;
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Hindrance.class)
    void kind_correctedAtAnyMoment_losesNoMessageAndNoOrder(Hindrance how) {
        Seeds.of(SEEDS).check(seed -> {
            NOTED.get().clear();
            int at = 1 + new SplittableRandom(seed).nextInt(150);
            try (SimulatedCluster cluster =
                    SimulatedCluster.builder().places(1).seed(seed).workers(2).start()) {
                List<Handle<Object>> counters = new ArrayList<>();
                for (int i = 0; i < 3; i++) {
                    int left = i == 1 ? at : -1;
                    counters.add(cluster.place(0).create(() -> new Counter(how, left)));
                }
                for (int i = 0; i < 3; i++) {
                    int stream = i;
                    cluster.place(0).create(() -> new Source(stream, counters)).send("go");
                }
                cluster.advance(Duration.ofSeconds(10));
                // Those that get no message after the correction are run by nobody, whatever stands in the books.
                counters.forEach(each -> each.send(new Numbered(2, 60, null)));
                assertThat(cluster.run().word()).isEqualTo(Ending.Word.QUIESCENT);
                String policy = how == Hindrance.BLOCKS ? "VIRTUAL" : "THREAD";
                assertThat(ruled(cluster, 0, Counter.class)).containsExactly(policy + " 3");
            }
            assertThat(NOTED.get()).containsExactly("true");
        });
    }

    /** Is short, and at the word turns out to block. */
    private static class Fickle extends Actor<String> {
        @Override
        protected void process(String message) {
            if (message.equals("block")) {
                NOTED.get().add(corrected(Hindrance.BLOCKS));
            }
        }
    }

    @RunBy(ExecutionPolicy.TASK)
    private static final class Decided extends Fickle {}

    /** Is told by this whom to send what. */
    private static final class Sender extends Actor<Handle<String>> {
        @Override
        protected void process(Handle<String> to) {
            for (int i = 0; i < 600; i++) {
                to.send(i == 500 ? "block" : "work");
            }
        }
    }

    private static SimulatedCluster one(String rules) {
        NOTED.get().clear();
        return SimulatedCluster.builder().places(1).workers(1).policies(rules).start();
    }

    @Test
    void selector_thatRanOnItsSendersStack_isQueuedUnderItsNewPolicy() {
        try (SimulatedCluster cluster = one("")) {
            Handle<String> fickle = cluster.place(0).create(Fickle::new);
            cluster.place(0).create(Sender::new).send(fickle);
            cluster.run();
            assertThat(ruled(cluster, 0, Fickle.class)).containsExactly("VIRTUAL 1");
        }
        assertThat(NOTED.get()).containsExactly("true");
    }

    @Test
    void selector_advisedToRunOnItsSenders_isQueuedUnderItsNewPolicy() {
        try (SimulatedCluster cluster = one("")) {
            ((SelectorPlace) cluster.place(0)).advisedBy((kind, verdict) -> verdict.accept(ExecutionPolicy.MONITOR));
            Handle<String> fickle = cluster.place(0).create(Fickle::new);
            cluster.advance(Duration.ofSeconds(1));
            assertThat(ruled(cluster, 0, Fickle.class)).containsExactly("MONITOR 1");
            cluster.place(0).create(Sender::new).send(fickle);
            cluster.run();
            assertThat(ruled(cluster, 0, Fickle.class)).containsExactly("VIRTUAL 1");
        }
    }

    @Test
    void policy_thatSomebodyHasChosen_stays() {
        for (String rules : List.of("", "CorrectionTest.Fickle=TASK", "TASK")) {
            try (SimulatedCluster cluster = one(rules)) {
                Handle<String> decided = cluster.place(0).create(Decided::new);
                Handle<String> asked = cluster.place(0).create(ExecutionPolicy.TASK, Fickle::new);
                cluster.place(0).create(Sender::new).send(decided);
                cluster.place(0).create(Sender::new).send(asked);
                cluster.run();
                assertThat(ruled(cluster, 0, Decided.class)).containsExactly("TASK 1");
                assertThat(ruled(cluster, 0, Fickle.class)).containsExactly("TASK 1");
            }
            assertThat(NOTED.get()).containsExactly("false", "false");
        }
    }

    @Test
    void selector_ofACreatorWhoHasChosen_staysWhenOthersOfItsKindAreCorrected() {
        try (SimulatedCluster cluster = one("")) {
            Handle<String> asked = cluster.place(0).create(ExecutionPolicy.TASK, Fickle::new);
            Handle<String> fickle = cluster.place(0).create(Fickle::new);
            fickle.send("block");
            cluster.advance(Duration.ofSeconds(1));
            fickle.send("work");
            asked.send("work");
            cluster.run();
            assertThat(ruled(cluster, 0, Fickle.class)).containsExactly("TASK 1", "VIRTUAL 1");
        }
    }

    @Test
    void selectors_createdAfterTheCorrection_haveTheNewPolicyFromTheStart() {
        try (SimulatedCluster cluster = one("")) {
            for (int i = 0; i < 3; i++) {
                cluster.place(0).create(Fickle::new).send(i == 1 ? "block" : "work");
                cluster.advance(Duration.ofSeconds(1));
            }
            // The first has had no turn since.
            assertThat(ruled(cluster, 0, Fickle.class)).containsExactly("TASK 1", "VIRTUAL 2");
        }
    }

    @Test
    void kind_thatHogsWithManySelectors_keepsItsPolicy() {
        try (SimulatedCluster cluster = one("")) {
            List<Handle<Object>> counters = new ArrayList<>();
            for (int i = 0; i <= Bound.COMPUTING_SELECTORS.value(); i++) {
                counters.add(cluster.place(0).create(() -> new Counter(Hindrance.HOGS, 1)));
            }
            cluster.advance(Duration.ofSeconds(1));
            counters.get(0).send(new Numbered(0, 0, null));
            cluster.run();
        }
        assertThat(NOTED.get()).containsExactly("false");
    }

    /** Moves to where it is told. */
    private static final class Mover extends Actor<Integer> {
        @Override
        protected void process(Integer to) {
            migrateTo(new Place(to));
        }
    }

    @Test
    void selector_thatMoves_keepsAPolicyThatWasChosenAndOnlyThat() {
        try (SimulatedCluster cluster = SimulatedCluster.of(2, 1)) {
            ((SelectorPlace) cluster.place(1)).advisedBy((kind, verdict) -> verdict.accept(ExecutionPolicy.THREAD));
            cluster.place(0).create(ExecutionPolicy.VIRTUAL, Mover::new).send(1);
            cluster.place(0).create(Mover::new).send(1);
            cluster.run();
            assertThat(ruled(cluster, 1, Mover.class)).containsExactly("THREAD 1", "VIRTUAL 1");
        }
    }

    // ---- an answer that changes while somebody asks ---------------------------------------------------------------

    /** Creates two; between the question who runs the first and the note of the answer, the answer changes. */
    static Object policies(long seed, boolean any) {
        Logs.off();
        try (SimulatedCluster cluster = SimulatedCluster.of(1, seed)) {
            List<Consumer<ExecutionPolicy>> verdicts = new ArrayList<>();
            ((SelectorPlace) cluster.place(0)).advisedBy((kind, verdict) -> verdicts.add(verdict));
            System.getProperties().put(HOOK, (Runnable) () -> {
                if (!verdicts.isEmpty()) {
                    verdicts.remove(0).accept(ExecutionPolicy.VIRTUAL);
                }
            });
            for (int i = 0; i < 2; i++) {
                cluster.place(0).create(Mover::new);
                cluster.advance(Duration.ofSeconds(1));
            }
            return ruled(cluster, 0, Mover.class);
        } finally {
            System.getProperties().remove(HOOK);
        }
    }

    private static @Nullable Object policiesWhere(String kept) {
        return PatchedCopy.with(
                        Plot.KERNEL,
                        "KindHere",
                        "usual = known; VarHandle.fullFence(); if (parts.answers() != answers)",
                        "if (System.getProperties().get(\"" + HOOK
                                + "\") instanceof Runnable interrupts) interrupts.run();" + kept)
                .call(CorrectionTest.class, "policies", 1L, true);
    }

    @Test
    @Tag("planted")
    void answer_thatChangesWhileItIsKept_isAskedForAgain() {
        assertThat(policiesWhere("usual = known; VarHandle.fullFence(); if (parts.answers() != answers)"))
                .isEqualTo(List.of("TASK 1", "VIRTUAL 1"));
    }

    @Test
    @Tag("planted")
    void plantedFault_answerKeptAsItWas_isFound() {
        assertThat(policiesWhere("usual = known; VarHandle.fullFence(); if (answers < 0)"))
                .isEqualTo(List.of("TASK 2"));
    }
}
