package org.sojourn.strands.example;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.sojourn.host.Config;
import org.sojourn.host.Sojourn;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.strands.InWovenCode;
import org.sojourn.strands.Strand;
import org.sojourn.testkit.SimulatedCluster;

@InWovenCode
class StrandTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    record Said(List<String> words) {}

    record Ask(ReplyTo<Said> asker) {}

    record Add(int number, ReplyTo<Integer> sum) {}

    static final class Adder extends Actor<Add> {
        private int sum;

        @Override
        protected void process(Add add) {
            sum += add.number();
            add.sum().reply(sum);
        }
    }

    /** Keeps what it is told, and says it to whoever asks. */
    static final class Listener extends Actor<Object> {
        private final List<String> words = new ArrayList<>();

        @Override
        protected void process(Object message) {
            if (message instanceof Ask ask) {
                ask.asker().reply(new Said(List.copyOf(words)));
            } else {
                words.add(message.toString());
            }
        }
    }

    private static List<String> heard(SimulatedCluster cluster, Handle<Object> listener) {
        return cluster.await(listener.<Said>request(Ask::new, LONG)).words();
    }

    static final class Walker extends Strand<Object> {
        private final Handle<Object> report;
        private final Map<String, Integer> seen = new HashMap<>();

        Walker(Handle<Object> report) {
            this.report = report;
        }

        @Override
        protected void run() {
            StringBuilder way = new StringBuilder();
            List<String> words = new ArrayList<>();
            for (Place place : system().places()) {
                hopTo(place);
                way.append(here()).append(' ');
                words.add(visit(place, 3));
            }
            report.send(way.toString().strip() + " " + words + " " + seen.size());
        }

        private String visit(Place place, int deep) {
            if (deep == 0) {
                Place home = here();
                for (Place other : system().places()) {
                    hopTo(other);
                    seen.put(place + "" + other, deep);
                }
                hopTo(home);
                return here().toString();
            }
            return visit(place, deep - 1) + deep;
        }
    }

    @Test
    void walker_hopsInLoopsAndCalls_goesOnWithAllItHad() {
        for (int seed = 0; seed < 20; seed++) {
            try (SimulatedCluster cluster = SimulatedCluster.of(3, seed)) {
                Handle<Object> listener = cluster.place(0).create(Listener::new);
                cluster.place(0).create(() -> new Walker(listener));
                cluster.run();
                assertThat(heard(cluster, listener)).containsExactly("p0 p1 p2 [p0123, p1123, p2123] 9");
            }
        }
    }

    static final class Counter extends Strand<Integer> {
        private final Handle<Object> report;
        private final Handle<Add> adder;

        Counter(Handle<Object> report, Handle<Add> adder) {
            this.report = report;
            this.adder = adder;
        }

        @Override
        protected void run() {
            int rounds = receive();
            int last = 0;
            for (int i = 0; i < rounds; i++) {
                last = ask(adder, (ReplyTo<Integer> sum) -> new Add(1, sum), LONG);
                for (int j = 0; j < 3; j++) {
                    last += 0;
                }
            }
            Integer late = receive(Duration.ofMillis(5));
            sleep(Duration.ofMillis(1));
            report.send(last + " " + late);
        }
    }

    @Test
    void counter_isMovedWhileItAsks_countsRight() {
        for (int seed = 0; seed < 20; seed++) {
            try (SimulatedCluster cluster = SimulatedCluster.of(3, seed)) {
                Handle<Object> listener = cluster.place(0).create(Listener::new);
                Handle<Add> adder =
                        cluster.place(0).create(cluster.place(0).places().get(1), Adder::new);
                Handle<Integer> counter = cluster.place(0).create(() -> new Counter(listener, adder));
                counter.send(10);
                List<CompletableFuture<?>> moves = new ArrayList<>();
                for (int i = 0; i < 6; i++) {
                    moves.add(cluster.place(0)
                            .move(counter, cluster.place(0).places().get((i + 1) % 3)));
                }
                cluster.run();
                assertThat(heard(cluster, listener)).containsExactly("10 null");
            }
        }
    }

    /** Does one thing, and reports what came of it. */
    static final class Doing extends Strand<Object> {
        /** What it does. */
        interface What {
            Object with(Doing strand) throws Exception;
        }

        private final String what;
        private final Handle<Object> report;

        Doing(String what, Handle<Object> report) {
            this.what = what;
            this.report = report;
        }

        @Override
        protected void run() {
            report.send(String.valueOf(outcome()));
        }

        private Object outcome() {
            try {
                return act();
            } catch (Exception e) {
                return e.getClass().getSimpleName() + ": " + e.getMessage();
            }
        }

        private Object act() throws Exception {
            Place other = system().places().get(1);
            switch (what) {
                case "forEach" -> List.of(other).forEach(this::hopTo);
                case "synchronized" -> {
                    synchronized (report) {
                        hopTo(other);
                    }
                }
                case "constructor" -> new Hopping(this, other);
                case "thread" -> {
                    Thread running = Thread.currentThread();
                    hopTo(other);
                    return running;
                }
                case "lost" -> {
                    sleep(Duration.ofSeconds(1));
                    hopTo(other);
                }
                case "await" -> {
                    CompletableFuture<String> future = new CompletableFuture<>();
                    future.completeExceptionally(new java.io.IOException("no file"));
                    return await(future);
                }
                case "value" -> {
                    return await(CompletableFuture.completedFuture("tea"))
                            + await(CompletableFuture.completedFuture(1));
                }
                case "timeout" -> {
                    return ask(self(), (ReplyTo<Object> asker) -> "never", Duration.ofMillis(5));
                }
                case "join" -> {
                    Handle<Object> short1 = create(() -> new Doing("value", report));
                    return join(short1);
                }
                case "joinDead" -> {
                    Handle<Object> dead = create(() -> new Doing("value", report));
                    join(dead);
                    return join(dead);
                }
                case "map" -> {
                    StringBuilder all = new StringBuilder();
                    for (Map.Entry<String, Integer> each :
                            new java.util.TreeMap<>(Map.of("a", 1, "b", 2, "c", 3)).entrySet()) {
                        hopTo(other);
                        all.append(each.getKey()).append(each.getValue());
                    }
                    return all;
                }
                case "lambda" -> {
                    Adding add = number -> number + what.length();
                    hopTo(other);
                    return add.to(4);
                }
                default -> throw new IllegalArgumentException(what);
            }
            return "done at " + here();
        }

        void hop(Place place) {
            hopTo(place);
        }
    }

    interface Adding extends java.io.Serializable {
        int to(int number);
    }

    /** Its constructor can't be left. */
    static final class Hopping {
        Hopping(Doing strand, Place place) {
            strand.hop(place);
        }
    }

    private static String outcome(String what) {
        try (SimulatedCluster cluster = SimulatedCluster.of(2, 7)) {
            Handle<Object> listener = cluster.place(0).create(Listener::new);
            cluster.place(0).create(() -> new Doing(what, listener));
            if (what.equals("lost")) {
                cluster.advance(Duration.ofMillis(500));
                cluster.crash(1);
            }
            cluster.run();
            return String.join(" | ", heard(cluster, listener));
        }
    }

    @Test
    void hop_whereOthersStandBetween_isRefusedAndNamesThem() {
        assertThat(outcome("forEach"))
                .startsWith("IllegalStateException")
                .contains("can't hop here", "forEach", "write a loop");
        assertThat(outcome("constructor")).startsWith("IllegalStateException").contains("Hopping.<init>");
    }

    @Test
    void hop_withMonitor_isRefusedAndTheStrandGoesOn() {
        assertThat(outcome("synchronized"))
                .startsWith("IllegalStateException")
                .contains("holds a monitor", "Doing.act");
    }

    @Test
    void hop_withWhatCantTravel_isRefusedWithTheReason() {
        assertThat(outcome("thread"))
                .startsWith("HopRefusedException")
                .contains("can't hop to p1", "a variable of Doing.act: java.lang.Thread");
    }

    @Test
    void hop_toALostPlace_isRefused() {
        assertThat(outcome("lost")).startsWith("HopRefusedException").contains("p1", "lost");
    }

    @Test
    void await_future_givesValueOrFailure() {
        assertThat(outcome("value")).isEqualTo("tea1");
        assertThat(outcome("await")).isEqualTo("IOException: no file");
    }

    @Test
    void ask_withoutAnswer_throwsWhatARequestFailsWith() {
        assertThat(outcome("timeout")).startsWith("RequestTimeoutException");
    }

    @Test
    void join_ofOneThatEndsOrHasEnded_says() {
        assertThat(outcome("join")).isEqualTo("tea1 | Normal[]");
        assertThat(outcome("joinDead")).isEqualTo("tea1 | Unknown[]");
    }

    @Test
    void loop_overAMap_goesOnElsewhere() {
        assertThat(outcome("map")).isEqualTo("a1b2c3");
    }

    @Test
    void lambda_thatIsSerializable_goesAlong() {
        assertThat(outcome("lambda")).isEqualTo("10");
    }

    /** Waits for an hour at most, and is told before. */
    static final class Patient extends Strand<String> {
        private final Handle<Object> report;

        Patient(Handle<Object> report) {
            this.report = report;
        }

        @Override
        protected void run() {
            report.send(String.valueOf(receive(Duration.ofHours(1))));
        }
    }

    @Test
    void receive_thatGetsSomething_holdsTheRunOpenNoLonger() {
        try (SimulatedCluster cluster = SimulatedCluster.of(2, 3)) {
            Handle<Object> listener = cluster.place(0).create(Listener::new);
            cluster.place(0).create(() -> new Patient(listener)).send("told");
            cluster.run();
            assertThat(heard(cluster, listener)).containsExactly("told");
            assertThat(cluster.now()).isLessThan(Duration.ofMinutes(10));
        }
    }

    /** Takes what it asks for, whatever came before. */
    static final class Picky extends Strand<Object> {
        static final Mailbox<Integer> NUMBERS = Mailbox.of("numbers", Integer.class);
        static final Mailbox<String> WORDS = Mailbox.of("words", String.class);

        private final Handle<Object> report;

        Picky(Handle<Object> report) {
            super(NUMBERS, WORDS);
            this.report = report;
        }

        @Override
        protected void run() {
            String word = receive(WORDS);
            int number = receive(NUMBERS);
            Object other = receive();
            Integer none = receive(NUMBERS, Duration.ofMillis(1));
            report.send(word + number + other + none);
        }
    }

    @Test
    void receive_fromAMailbox_leavesTheOthersInOrder() {
        for (int seed = 0; seed < 20; seed++) {
            try (SimulatedCluster cluster = SimulatedCluster.of(1, seed)) {
                Handle<Object> listener = cluster.place(0).create(Listener::new);
                Handle<Object> picky = cluster.place(0).create(() -> new Picky(listener));
                picky.send(1);
                picky.send(2);
                picky.send("a");
                picky.send("b");
                cluster.run();
                assertThat(heard(cluster, listener)).first().isIn("a12null", "a1bnull");
            }
        }
    }

    /** Never comes back by itself. */
    static final class Endless extends Strand<Object> {
        private static final CountDownLatch BEGUN = new CountDownLatch(2);

        private final boolean isNested;

        Endless(boolean isNested) {
            this.isNested = isNested;
        }

        @Override
        protected void run() {
            BEGUN.countDown();
            long odd = isNested ? nested() : inner();
            throw new IllegalStateException("an odd number was " + odd);
        }

        private static long inner() {
            long number = 1;
            while ((number & 1) != 0) {
                number += 2;
            }
            return number;
        }

        private static long nested() {
            long number = 1;
            while ((number & 1) != 0) {
                for (int i = 0; i < 10; i++) {
                    number += 2;
                }
            }
            return number;
        }
    }

    @Test
    void loop_thatNeverEnds_isStopped() throws InterruptedException {
        try (Sojourn sojourn = Sojourn.start(Config.local())) {
            Handle<Object> inner = sojourn.create(() -> new Endless(false));
            Handle<Object> nested = sojourn.create(() -> new Endless(true));
            assertThat(Endless.BEGUN.await(30, TimeUnit.SECONDS)).isTrue();
            inner.stop();
            nested.stop();
        } // waits until both are gone
    }
}
