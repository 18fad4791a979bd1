package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sojourn.kernel.balance.BalanceSettings;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.Selector;
import org.sojourn.selectors.Timer;
import org.sojourn.testkit.simulation.Simulation;

/** What a selector does between {@code beforeMove} and {@code afterMove}, which is nothing; and that it leaves in the end. */
class MoveHooksTest {
    private static final long SEEDS = Long.getLong("sojourn.hooks", 8);
    private static final long SEARCHED = 200;
    private static final int PLACES = 3;
    private static final int HOLDERS = 20;
    private static final int ROUNDS = 20;
    private static final int ROUNDS_TO_A_MOVE = 10;
    private static final Duration PACKING = Duration.ofMillis(20);
    private static final Duration A_WHILE = Duration.ofNanos(200_000);
    private static final ThreadLocal<List<String>> WRONG = ThreadLocal.withInitial(ArrayList::new);

    /** What others go on by while a holder takes long to leave; null while they do. */
    private static final ThreadLocal<@Nullable Simulation> SIMULATION = new ThreadLocal<>();

    @BeforeAll
    static void quiet() {
        Logs.off();
    }

    private record Question(ReplyTo<Integer> asker) {}

    private record Work(int number, Handle<Question> whom) {}

    private static final class Answerer extends Actor<Question> {
        @Override
        protected void process(Question question) {
            question.asker().reply(1);
        }
    }

    /** Has something that it releases when it leaves, and acquires where it comes. */
    private static final class Holder extends Actor<Work> {
        private transient @Nullable Object connection = new Object();

        @Override
        protected void process(Work work) {
            uses("process");
            Holder self = this;
            work.whom().<Integer>request(Question::new, Duration.ofSeconds(5)).thenAccept(one -> self.uses("go on"));
            if (work.number() % ROUNDS_TO_A_MOVE == 0) {
                migrateTo(new Place((here().id() + 1) % PLACES));
            }
        }

        @Override
        protected void beforeMove(Place to) {
            uses("leave");
            connection = null;
            takeLong();
        }

        @Override
        protected void afterMove(Place from) {
            connection = new Object();
        }

        private void takeLong() {
            Simulation all = SIMULATION.get();
            if (all != null && all.between(0, 3) == 0) {
                List<String> wrong = WRONG.get();
                wrong.addAll(Meanwhile.othersGoOn(all, A_WHILE.toNanos(), () -> WRONG.set(wrong)));
            }
        }

        private void uses(String what) {
            if (connection == null) {
                WRONG.get().add("a holder is to " + what + " at " + here() + " and has nothing");
            }
        }
    }

    private static String run(long seed, String policy) {
        WRONG.get().clear();
        try (SimulatedCluster cluster = SimulatedCluster.builder()
                .places(PLACES)
                .seed(seed)
                .workers(1 + (int) (seed % 2))
                .delays(Duration.ofNanos(5_000), Duration.ofNanos(20_000L << seed % 6))
                .slowWorkers(Duration.ofMillis(4))
                .balance(BalanceSettings.of(policy), null)
                .start()) {
            SIMULATION.set(cluster.cluster().simulation());
            Handle<Question> whom = cluster.place(0).create(new Place((int) (seed % PLACES)), Answerer::new);
            List<Handle<Work>> all = new ArrayList<>();
            for (int i = 0; i < HOLDERS; i++) {
                all.add(cluster.place(0).create(Holder::new));
            }
            for (int round = 0; round < ROUNDS; round++) {
                for (Handle<Work> each : all) {
                    each.send(new Work(round, whom));
                }
                if (round % ROUNDS_TO_A_MOVE == 0) {
                    cluster.advance(Duration.ofMillis(1));
                }
            }
            Ending ending = cluster.run();
            if (ending.word() != Ending.Word.QUIESCENT) {
                WRONG.get().add(ending.word() + " " + ending.sentences());
            }
        } finally {
            SIMULATION.remove();
        }
        return String.join("; ", WRONG.get());
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "poll", "rotate"})
    void codeOfASelector_betweenItsHooks_runsNever(String policy) {
        Seeds.of(SEEDS).check(seed -> assertThat(run(seed, policy)).isEmpty());
    }

    static String search(long most, boolean isChecked) {
        return Fault.first(most, seed -> run(seed, "none"));
    }

    static String searchBalanced(long most, boolean isChecked) {
        return Fault.first(most, seed -> run(seed, "poll"));
    }

    /** What goes on with an answer runs after beforeMove. */
    @Test
    @Tag("planted")
    void checker_withLateAnswersThatRunAtOnce_findsIt() {
        new Fault("Turns.fileBatch", "late != null && signal.runsProgram()", "false", "go on at")
                .assertFound(MoveHooksTest.class, "search", SEARCHED);
    }

    /** A part that is offered a move when it has come prepares for that before it knows that it has come. */
    @Test
    @Tag("planted")
    void checker_withPartsThatLeaveBeforeTheyHaveCome_findsIt() {
        new Fault("Leaving.departs", "cell.fileAll();", "", "leave at")
                .assertFound(MoveHooksTest.class, "searchBalanced", SEARCHED);
    }

    // ---- a mute that the move itself brings about -----------------------------------------------------------------

    private record Goodbye(int number) {}

    private record Open() {}

    private record Go(@Nullable Handle<Object> gate) {}

    /** Takes nothing until it is told to. */
    private static final class Gate extends Selector<Object> {
        private static final Mailbox<Open> ORDERS = Mailbox.of("orders", Open.class);
        private static final Mailbox<Goodbye> GOODBYES =
                Mailbox.of("goodbyes", Goodbye.class).bound(2);

        Gate() {
            super(ORDERS, GOODBYES);
            setEnabled(GOODBYES, false);
        }

        @Override
        protected void process(Object message) {
            if (message instanceof Open) {
                setEnabled(GOODBYES, true);
            }
        }
    }

    /** Says goodbye to the gate as it leaves, and opens it where it comes. */
    private static final class Leaver extends Selector<Go> {
        private static final Mailbox<Go> GO = Mailbox.of("go", Go.class);
        private final int burst;
        private final Duration wait;
        private @Nullable Handle<Object> gate;
        private int tries;

        Leaver(int burst, Duration wait) {
            super(GO);
            this.burst = burst;
            this.wait = wait;
        }

        @Override
        protected void process(Go message) {
            if (message.gate() == null) {
                migrateTo(new Place(1));
                return;
            }
            gate = message.gate();
            gate.send(new Goodbye(0)); // is spared once
            after(wait, GO, new Go(null));
        }

        @Override
        protected void beforeMove(Place to) {
            tries++;
            for (int i = 0; i < burst && gate != null; i++) {
                gate.send(new Goodbye(i));
            }
        }

        @Override
        protected void afterMove(Place from) {
            if (!from.equals(here()) && gate != null) {
                gate.send(new Open());
                if (tries > 2) {
                    WRONG.get().add("left after " + tries + " tries");
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "0, 5", "2, 1", "2, 5"})
    void selector_mutedForWhatItSaysAsItLeaves_waitsOnceAndLeaves(int gateAt, int burst) {
        WRONG.get().clear();
        try (SimulatedCluster cluster =
                SimulatedCluster.builder().places(PLACES).seed(1).start()) {
            Handle<Object> gate = cluster.place(0).create(new Place(gateAt), Gate::new);
            Handle<Go> leaver = cluster.place(0).create(() -> new Leaver(burst, Duration.ofMillis(20)));
            for (int i = 0; i < 60 && gate.offer(new Goodbye(0)); i++) {
                cluster.advance(Duration.ofMillis(10));
            }
            leaver.send(new Go(gate));

            Ending ending = cluster.run();

            assertThat(ending.word()).as("%s", ending.sentences()).isEqualTo(Ending.Word.QUIESCENT);
            assertThat(WRONG.get()).isEmpty();
        }
    }

    // ---- a timer that is faster than the packing ------------------------------------------------------------------

    private static final int TOO_OFTEN = 100;
    private static final AtomicInteger PACKED = new AtomicInteger();

    /** Others go on while this is packed: the codec asks a record for its components. */
    record Bulky(int size) {
        @Override
        public int size() {
            Simulation all = SIMULATION.get();
            if (all != null) {
                if (PACKED.incrementAndGet() > TOO_OFTEN) {
                    throw new IllegalStateException("is packed for ever");
                }
                Meanwhile.othersGoOn(all, PACKING.toNanos(), () -> {});
            }
            return size;
        }
    }

    private record Tick() {}

    /** Moves between two of its ticks, and ticks on where it comes. */
    private static final class Ticking extends Selector<Tick> {
        private static final Mailbox<Tick> TICKS = Mailbox.of("ticks", Tick.class);
        private final Bulky bulky;
        private @Nullable Timer timer;
        private int left = 5;

        Ticking(Bulky bulky) {
            super(TICKS);
            this.bulky = bulky;
        }

        @Override
        protected void preStart() {
            timer = every(PACKING.dividedBy(10), TICKS, new Tick());
            migrateTo(new Place(1));
        }

        @Override
        protected void process(Tick tick) {
            if (here().id() == 1 && timer != null && --left == bulky.size) {
                timer.cancel();
            }
        }
    }

    static String ticks(long most, boolean isChecked) {
        try (SimulatedCluster cluster = SimulatedCluster.builder()
                .places(2)
                .seed(1)
                .limit(Duration.ofMinutes(1), 20_000)
                .start()) {
            SIMULATION.set(cluster.cluster().simulation());
            PACKED.set(0);
            cluster.place(0).create(() -> new Ticking(new Bulky(0)));
            return cluster.run().word() + " after it was packed " + PACKED + " times";
        } catch (AssertionError endless) {
            return "never ends: " + endless.getMessage();
        } finally {
            SIMULATION.remove();
        }
    }

    @Test
    void selector_thatTicksFasterThanItIsPacked_leavesAfterAFewTries() {
        assertThat(ticks(1, true)).matches("quiescent after it was packed [2-9] times");
    }

    @Test
    @Tag("planted")
    void checker_withTicksThatDontWait_findsIt() {
        new Fault("Ticker.armNext", "Math.max(delay, patience)", "delay", "never ends")
                .assertFound(MoveHooksTest.class, "ticks", 1);
    }
}
