package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sojourn.kernel.flow.Muting;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.kernel.quiesce.PlaceReport;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Group;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.Selector;
import org.sojourn.selectors.SelectorSystem;

/** Bounds of mailboxes and of the place, who is muted by them, and what is lifted. */
class MutingTest {
    private static final long SEEDS = Long.getLong("sojourn.mutes", 90);

    /** A fault must show within so many. */
    private static final long SEARCHED = 1_000;

    private static final int BOUND = 10;

    private final SimulatedCluster cluster =
            SimulatedCluster.builder().places(1).workers(2).start();
    private final SelectorSystem place = cluster.place(0);
    private final Muting muting = cluster.cluster().kernel(0).muting();

    @BeforeAll
    static void quiet() {
        Logs.off();
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    private record Item(int number) {}

    private record Open() {}

    private record GoOn() {}

    /** Keeps its items in a mailbox that an order opens. */
    private static final class Store extends Selector<Object> {
        private static final Mailbox<Open> ORDERS = Mailbox.of("orders", Open.class);
        private static final Mailbox<Item> SMALL =
                Mailbox.of("items", Item.class).bound(BOUND);
        private static final Mailbox<Item> USUAL = Mailbox.of("items", Item.class);
        private final Mailbox<Item> items;
        private int taken;

        Store(Mailbox<Item> items, boolean isOpen) {
            super(ORDERS, items);
            this.items = items;
            setEnabled(items, isOpen);
        }

        @Override
        protected void process(Object message) {
            if (message instanceof Open) {
                setEnabled(items, true);
            } else if (message instanceof Item item && item.number() != taken++) {
                throw new IllegalStateException("item " + item.number() + " where " + (taken - 1) + " was due");
            }
        }
    }

    private Handle<Object> store(Mailbox<Item> items, boolean isOpen) {
        return place.create(() -> new Store(items, isOpen));
    }

    /** Sends so many items in each handler, and in the last one the order to open. */
    private static final class Maker extends Actor<GoOn> {
        private final Handle<Object> store;
        private final int burst;
        private int handlers;
        private int made;

        Maker(Handle<Object> store, int burst, int handlers) {
            this.store = store;
            this.burst = burst;
            this.handlers = handlers;
        }

        @Override
        protected void process(GoOn message) {
            for (int i = 0; i < burst; i++) {
                store.send(new Item(made++));
            }
            if (--handlers > 0) {
                self().send(message);
            } else {
                store.send(new Open());
            }
        }
    }

    private PlaceReport endsWell() {
        Ending ending = cluster.run();
        assertThat(ending.word()).as("%s", ending.sentences()).isEqualTo(Ending.Word.QUIESCENT);
        return ending.reports().values().iterator().next();
    }

    @Test
    void mutedSender_thatAloneCouldOpenTheMailbox_goesOnAndIsCounted() {
        Handle<Object> store = store(Store.SMALL, false);
        place.create(() -> new Maker(store, 3, 200)).send(new GoOn());

        PlaceReport report = endsWell();

        assertThat(report.lifted()).as("lifted, as the report has it").isPositive();
        assertThat(report.mutes()).isGreaterThanOrEqualTo(report.lifted());
        assertThat(report.processed()).isGreaterThanOrEqualTo(3 * 200);
    }

    /** Offers items one by one; returns how many are taken, at most so many. */
    private int taken(Handle<Object> store, int most) {
        int taken = 0;
        while (taken < most && store.offer(new Item(taken))) {
            taken++;
            settle();
        }
        return taken;
    }

    private void settle() {
        cluster.cluster().settle(() -> false);
    }

    @Test
    void mailboxWithABoundOfTen_isFullWithOneMore() {
        Handle<Object> store = store(Store.SMALL, false);

        assertThat(taken(store, 60)).isEqualTo(BOUND + 1);

        store.send(Store.ORDERS, new Open());
        settle();
        assertThat(store.offer(new Item(BOUND + 1))).isTrue();
        endsWell();
    }

    @Test
    void boundOfTheMailbox_notReached_mutesNobody() {
        Handle<Object> store = store(Store.USUAL, false);
        place.create(() -> new Maker(store, 40, 100)).send(new GoOn());

        assertThat(endsWell().mutes()).as("4,000 items at a bound of 4,096").isZero();
    }

    @Test
    void boundOfThePlace_exceeded_fillsTheCrowded() {
        muting.bound(1_000);
        List<Handle<Object>> stores =
                Stream.generate(() -> store(Store.USUAL, false)).limit(10).toList();

        List<Integer> taken = stores.stream().map(store -> taken(store, 200)).toList();

        assertThat(taken).as("what each of ten takes of 200").startsWith(200, 200, 200, 200, 200);
        assertThat(taken.get(9))
                .as("with the place full, no more than is no burden")
                .isEqualTo(128);
        assertThatThrownBy(() -> muting.bound(0)).hasMessageContaining("bound of 0 messages");
        stores.forEach(store -> store.send(Store.ORDERS, new Open()));
        endsWell();
    }

    @Test
    void threadThatIsNoSelector_atAFullMailbox_waitsAndIsLifted() {
        Handle<Object> store = store(Store.SMALL, false);
        for (int i = 0; i < 60; i++) {
            store.send(new Item(i));
            settle();
        }
        assertThat(muting.lifted()).as("nobody but this thread could open it").isPositive();
        assertThat(store.offer(new Item(60))).isFalse();
        store.send(Store.ORDERS, new Open());
        settle();

        assertThat(store.offer(new Item(60))).isTrue();
        endsWell();
    }

    /** Takes whatever it is sent, once it was told to. */
    private static final class Gate extends Selector<Object> {
        private static final int ITEMS = 1;
        private final AtomicInteger taken;

        Gate(AtomicInteger taken) {
            super(Store.ORDERS, Store.SMALL);
            this.taken = taken;
            disable(ITEMS);
        }

        @Override
        protected void process(Object message) {
            if (message instanceof Open) {
                enable(ITEMS);
            } else {
                taken.incrementAndGet();
            }
        }
    }

    @Test
    void senderMuted_behindAThreadThatIsNoSelector_isLiftedWithIt() {
        AtomicInteger taken = new AtomicInteger();
        Handle<Object> gate = place.create(() -> new Gate(taken));
        assertThat(taken(gate, 60)).isEqualTo(BOUND + 1);
        place.create(() -> new Maker(gate, 1, 3)).send(new GoOn());

        gate.send(new Item(0)); // first in line, as the maker hasn't run yet
        settle();

        assertThat(taken).as("taken once the maker has opened the gate").hasValue(BOUND + 1 + 1 + 3);
        assertThat(muting.lifted()).isEqualTo(2);
        endsWell();
    }

    @Test
    void threadInterruptedInSend_leavesTheLine_soThatNobodyIsLiftedInVain() {
        AtomicInteger taken = new AtomicInteger();
        Handle<Object> gate = place.create(() -> new Gate(taken));
        assertThat(taken(gate, 60)).isEqualTo(BOUND + 1);
        place.create(() -> new Maker(gate, 1, 3)).send(new GoOn());

        Thread.currentThread().interrupt();
        gate.send(new Item(0)); // first in line, but not for long
        assertThat(Thread.interrupted())
                .as("whether send has left the interrupt")
                .isTrue();
        settle();

        assertThat(taken).hasValue(BOUND + 1 + 1 + 3);
        assertThat(muting.lifted()).as("lifted, which is the maker").isEqualTo(1);
        endsWell();
    }

    /** Passes on what it is sent. */
    private static final class Passing extends Actor<Item> {
        private final Handle<Object> store;

        Passing(Handle<Object> store) {
            this.store = store;
        }

        @Override
        protected void process(Item message) {
            store.send(message);
        }
    }

    @Test
    void sender_toAnOverloadedSelector_isSparedOnceAndMutedThen() {
        Handle<Object> store = store(Store.SMALL, false);
        int full = taken(store, 60);
        Handle<Item> sender = place.create(() -> new Passing(store));

        sender.send(new Item(full));
        settle();
        assertThat(muting.mutes()).as("after the first item").isZero();
        sender.send(new Item(full + 1));
        settle();
        assertThat(muting.mutes()).as("after the second item").isEqualTo(1);

        store.send(Store.ORDERS, new Open());
        endsWell();
    }

    // ---- of one mailbox, and not of the others
    // -----------------------------------------------------------------------------------------

    private record Order() {}

    private record Term(int value) {}

    private record Question(int value, Handle<Object> asker) {}

    /** Needs an answer for each order; until it is there, the orders wait behind a guard. */
    private static final class Worker extends Selector<Object> {
        private static final Mailbox<Order> ORDERS =
                Mailbox.of("orders", Order.class).bound(BOUND);
        private static final Mailbox<Term> TERMS = Mailbox.of("terms", Term.class);
        private final Handle<Question> computer;
        private int value;

        Worker(Handle<Question> computer) {
            super(ORDERS, TERMS);
            this.computer = computer;
        }

        @Override
        protected void process(Object message) {
            if (message instanceof Order) {
                computer.send(new Question(value, self()));
                setEnabled(ORDERS, false);
            } else if (message instanceof Term term) {
                value = term.value();
                setEnabled(ORDERS, true);
            }
        }
    }

    /** Alone can open the mailbox that is crowded, by mail to another one. */
    private static final class Computer extends Actor<Question> {
        @Override
        protected void process(Question question) {
            question.asker().send(new Term(question.value() + 1));
        }
    }

    /** Gives all orders in one handler. */
    private static final class Master extends Actor<GoOn> {
        private final List<Handle<Object>> workers;
        private final int orders;

        Master(List<Handle<Object>> workers, int orders) {
            this.workers = workers;
            this.orders = orders;
        }

        @Override
        protected void process(GoOn message) {
            for (int i = 0; i < orders; i++) {
                workers.forEach(worker -> worker.send(new Order()));
            }
        }
    }

    @Test
    void senderToAnEmptyMailbox_thatAloneCanOpenTheCrowdedOne_isNeverLifted() {
        Seeds.of(30).check(seed -> {
            try (SimulatedCluster own = SimulatedCluster.builder()
                    .places(1)
                    .workers(1 + (int) (seed % 3))
                    .seed(seed)
                    .start()) {
                SelectorSystem system = own.place(0);
                List<Handle<Object>> workers = Stream.generate(() -> system.create(Computer::new))
                        .limit(3)
                        .map(computer -> system.<Object>create(() -> new Worker(computer)))
                        .toList();
                system.create(() -> new Master(workers, 5_000)).send(new GoOn());
                Ending ending = own.run();
                assertThat(ending.word()).as("%s", ending.sentences()).isEqualTo(Ending.Word.QUIESCENT);
                PlaceReport report = ending.reports().values().iterator().next();
                assertThat(report.processed()).isEqualTo(3 * 3 * 5_000 + 1);
                assertThat(report.lifted()).isZero();
            }
        });
    }

    @Test
    void offer_toAnotherMailboxThanTheCrowdedOne_isTaken() {
        Handle<Object> store = store(Store.SMALL, false);
        assertThat(taken(store, 60)).isEqualTo(BOUND + 1);

        assertThat(store.offer("neither of the two takes it")).isTrue();
        assertThat(store.offer(new Open())).isTrue();
        settle();
        assertThat(store.offer(new Item(BOUND + 1))).isTrue();
        Ending ending = cluster.run();
        assertThat(ending.sentences()).singleElement().asString().contains("none of its mailboxes takes it");
        assertThat(ending.reports().values().iterator().next().mutes()).isZero();
    }

    /** Two mailboxes, of which only the second one is ever opened, by a message to a third one. */
    private static final class Pair extends Selector<Object> {
        private static final Mailbox<Open> FIRST =
                Mailbox.of("first", Open.class).bound(BOUND).initiallyDisabled();
        private static final Mailbox<Item> SECOND =
                Mailbox.of("second", Item.class).bound(BOUND).initiallyDisabled();
        private static final Mailbox<GoOn> OPENING =
                Mailbox.of("opening", GoOn.class).bound(BOUND);

        private final AtomicInteger most;

        Pair(AtomicInteger most) {
            super(OPENING, FIRST, SECOND);
            this.most = most;
        }

        @Override
        protected void process(Object message) {
            if (message instanceof GoOn) {
                setEnabled(SECOND, true);
            } else {
                most.accumulateAndGet(size(SECOND) + 1, Math::max);
            }
        }
    }

    /** A pair whose first mailbox is full. */
    private Handle<Object> crowdedPair(AtomicInteger most) {
        Handle<Object> pair = place.create(() -> new Pair(most));
        for (int i = 0; i <= BOUND; i++) {
            assertThat(pair.offer(new Open())).isTrue();
            settle();
        }
        assertThat(pair.offer(new Open())).as("the first is full").isFalse();
        return pair;
    }

    @Test
    void mailboxBesideACrowdedOne_hasABoundAndALifeOfItsOwn() {
        Handle<Object> pair = crowdedPair(new AtomicInteger());
        assertThat(taken(pair, 60)).as("what the second takes").isEqualTo(BOUND + 1);

        pair.send(new GoOn());
        settle();

        assertThat(pair.offer(new Item(0))).as("the second is worked off").isTrue();
        assertThat(pair.offer(new Open())).as("the first isn't").isFalse();
    }

    @Test
    void floodOfAMailboxBesideACrowdedOne_isNoticedBeforeItIsFiled() {
        int makers = 200;
        AtomicInteger most = new AtomicInteger();
        Handle<Object> pair = crowdedPair(most);
        pair.send(new GoOn());
        settle();
        Group<GoOn> group = place.createGroup(makers, (all, index) -> new Maker(pair, 1, 60));
        group.broadcast(new GoOn());
        settle();

        assertThat(most.get())
                .as("what waited at once of 12,000, with two workers that look")
                .isBetween(BOUND + 1, 2 * (Bound.UNCOUNTED_SENDS.intValue() + makers));
    }

    /** Counts. */
    private static final class Echo extends Actor<GoOn> {
        private final AtomicInteger heard;

        Echo(AtomicInteger heard) {
            this.heard = heard;
        }

        @Override
        protected void process(GoOn message) {
            heard.incrementAndGet();
        }
    }

    /** Sends to a full mailbox and then to somebody who is idle. */
    private static final class Talker extends Actor<GoOn> {
        private final Handle<Object> store;
        private final Handle<GoOn> echo;
        private final AtomicInteger heard;
        private int said;

        Talker(Handle<Object> store, Handle<GoOn> echo, AtomicInteger heard) {
            this.store = store;
            this.echo = echo;
            this.heard = heard;
        }

        @Override
        protected void process(GoOn message) {
            store.send(new Item(said++));
            int before = heard.get();
            echo.send(message);
            assertThat(heard.get()).as("heard at once, as the echo isn't muted").isEqualTo(before + 1);
            if (said < 20 * BOUND) {
                self().send(message);
            } else {
                store.send(new Open());
            }
        }
    }

    @Test
    void mutedSender_thatSendsInline_isMutedItselfAndNotItsReceiver() {
        AtomicInteger heard = new AtomicInteger();
        Handle<GoOn> echo = place.create(() -> new Echo(heard));
        for (int i = 0; i < 200; i++) {
            echo.send(new GoOn()); // until its kind is known to be short
            settle();
        }
        Handle<Object> store = store(Store.SMALL, false);
        place.create(() -> new Talker(store, echo, heard)).send(new GoOn());

        assertThat(endsWell().mutes()).isPositive();
        assertThat(heard.get()).isEqualTo(200 + 20 * BOUND);
    }

    /** Passes on twice what it gets, as long as that lives. */
    private static final class Doubler extends Selector<Item> {
        private static final Mailbox<Item> TOKENS =
                Mailbox.of("tokens", Item.class).bound(BOUND);
        private final Group<Item> ring;
        private final int next;

        Doubler(Group<Item> ring, int index) {
            super(TOKENS);
            this.ring = ring;
            this.next = (index + 1) % ring.size();
        }

        @Override
        protected void process(Item token) {
            for (int i = 0; i < 2 && token.number() > 0; i++) {
                ring.member(next).send(new Item(token.number() - 1));
            }
        }
    }

    @Test
    void ringOfOverloadedSelectors_goesOn() {
        Seeds.of(30).check(seed -> {
            try (SimulatedCluster own = SimulatedCluster.builder()
                    .places(1)
                    .workers(1 + (int) (seed % 4))
                    .seed(seed)
                    .start()) {
                Group<Item> ring = own.place(0).createGroup(3, Doubler::new);
                ring.broadcast(new Item(10));
                Ending ending = own.run();
                assertThat(ending.word()).isEqualTo(Ending.Word.QUIESCENT);
                PlaceReport report = ending.reports().values().iterator().next();
                assertThat(report.processed()).isEqualTo(3 * ((1 << 11) - 1));
                assertThat(report.mutes()).isPositive();
            }
        });
    }

    @Test
    void broadcast_toOverloadedMembers_holdsUpTheThreadWhenAllHaveIt() {
        Group<Object> group = place.createGroup(4, (all, index) -> new Store(Store.SMALL, index % 2 == 0));
        for (int i = 0; i < 60; i++) {
            group.broadcast(new Item(i));
            settle();
        }
        assertThat(muting.lifted()).isPositive();
        group.broadcast(Store.ORDERS, new Open());

        assertThat(endsWell().processed()).isGreaterThanOrEqualTo(4 * 61);
    }

    // ---- under many schedules
    // -----------------------------------------------------------------------------------------

    @Test
    void senders_underManySchedules_goOnInOrderAndWithinTheBounds() {
        Seeds.of(SEEDS)
                .check(2, () -> seed -> assertThat(MutingRun.run(seed, true)).isEmpty());
    }

    static List<Fault> faults() {
        return List.of(
                // Nobody is muted.
                new Fault("Turns", "part.mute(full, sentTo);", "", "beyond its bound"),
                // A flood is seen only by the receiver, when it comes to it.
                new Fault("Context", "--untilLook <= 0", "false", "beyond its bound"),
                // Who muted it has gone on, and never says so.
                new Fault("Agenda.relieve", "full.end();", "", "more lifted"),
                // Nothing is lifted.
                new Fault("Muting", "&& oldest.lift()", "", "no end"),
                // Whoever sends to a mailbox that isn't crowded is muted, too.
                new Fault("Overload", "(crowded.get() & sentTo) != 0", "true", "more lifted"),
                // A mailbox that is relieved before others lets nobody go.
                new Fault("Overload", "(entry.sentTo() & mailboxes) == 0", "false", "more lifted"),
                // Of the mailboxes of a selector only the first one is ever crowded.
                new Fault(
                        "Agenda",
                        "index < 0 ? Overload.NONE",
                        "index < 0 || overload == null || overload.crowded() != 1L << index ? 0",
                        "beyond its bound"),
                // Somebody is lifted while others run.
                new Fault("Muting", "stamp < 0", "stamp < -1", "more lifted"),
                // What has arrived meanwhile is taken before what was there.
                new Fault(
                        "Turns",
                        "fileBatch(late); if (!is(LEAVING)) {",
                        "Mail before = batch; batch = drain(); fileBatch(late); batch = before; fileBatch(late); if"
                                + " (!is(LEAVING)) {",
                        "out of order"));
    }

    @Tag("planted")
    @ParameterizedTest
    @MethodSource("faults")
    void checker_withAFaultInTheKernel_findsIt(Fault fault) {
        fault.assertFound(MutingRun.class, SEARCHED);
    }

    @Test
    @Tag("planted")
    void workerPutAside_beforeItTellsThatAllAreIdle_liftsNobodyWhileTheOtherRuns() {
        // No fault, but what a machine may do to a thread.
        Fault preempted = new Fault(
                "Worker",
                "CURRENT.remove(); policy.onIdle.run();",
                "CURRENT.remove();" + PreemptedRun.PREEMPTION + " policy.onIdle.run();",
                "");

        assertThat(preempted.search(PreemptedRun.class, SEEDS, true)).isEmpty();
    }

    @Tag("planted")
    @Test
    void faultThatLetsRunsEnd_isFoundByTheCheckerAlone() {
        faults().get(0).assertFoundByTheCheckerAlone(MutingRun.class, "search", 20);
    }
}
