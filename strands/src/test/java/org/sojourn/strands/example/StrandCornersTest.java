package org.sojourn.strands.example;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.time.Duration;
import java.util.AbstractMap.SimpleEntry;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.sojourn.host.Config;
import org.sojourn.host.Sojourn;
import org.sojourn.kernel.part.Cell;
import org.sojourn.kernel.part.Leaving;
import org.sojourn.kernel.part.MoveOrder;
import org.sojourn.kernel.port.Member;
import org.sojourn.selectors.Exited;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.Place;
import org.sojourn.strands.HopRefusedException;
import org.sojourn.strands.InWovenCode;
import org.sojourn.strands.Strand;
import org.sojourn.testkit.SimulatedCluster;

/** What few programs do, and all may. */
@InWovenCode
class StrandCornersTest {
    private static final List<String> OUTCOMES = Collections.synchronizedList(new ArrayList<>());

    /** Does one thing, and notes what came of it. */
    static final class Doing extends Strand<Object> {
        static final Mailbox<Integer> NUMBERS = Mailbox.of("numbers", Integer.class);
        static final Mailbox<String> WORDS = Mailbox.of("words", String.class);

        private final String what;

        Doing(String what) {
            super(NUMBERS, WORDS);
            this.what = what;
        }

        @Override
        protected void run() {
            String outcome = outcome();
            OUTCOMES.add(outcome);
        }

        private String outcome() {
            Place other = system().places().get(1);
            return switch (what) {
                case "listIterator" -> backwards(other);
                case "enumeration" -> {
                    Enumeration<String> keys = new Hashtable<>(Map.of("a", 1)).keys();
                    hopTo(other);
                    yield keys.hasMoreElements() + keys.nextElement() + keys.hasMoreElements();
                }
                case "entry" -> {
                    SimpleEntry<String, Integer> own = new SimpleEntry<>("a", 1);
                    SimpleEntry<String, Integer> same = own;
                    hopTo(other);
                    own.setValue(2);
                    yield same.toString();
                }
                case "entryOfMap" -> {
                    Map.Entry<String, Integer> one =
                            new HashMap<>(Map.of("a", 1)).entrySet().iterator().next();
                    Map.Entry<String, Integer> same = one;
                    hopTo(other);
                    yield one + " " + (one == same);
                }
                case "changedEntry" -> changedEntry(other);
                case "failure" -> failure(other, new InvocationTargetException(new IllegalStateException("inner")));
                case "cause" -> failure(other, new IllegalStateException(new InvocationTargetException(null)));
                case "kept" -> failure(other, new ArithmeticException("of the JDK"));
                case "ofHop" -> failure(other, refusedBefore(other));
                case "removes" -> removes(other);
                case "monitor" -> {
                    hopTo(other);
                    synchronized (OUTCOMES) {
                        try {
                            hopTo(system().places().get(0));
                            yield "it hopped";
                        } catch (IllegalStateException e) {
                            yield here() + " " + Thread.holdsLock(OUTCOMES) + " " + e.getMessage();
                        }
                    }
                }
                case "afterBlock" -> afterBlock(other);
                case "time" -> noTime();
                case "unwelcome" -> unwelcome(other);
                case "ordered" -> ordered(other);
                case "lazy" -> lazy(other);
                case "refused" -> refused(other);
                case "inAnother" -> inAnother(other);
                default -> opened();
            };
        }

        /** Hops before, within and behind a block: a frame that was resumed has lost the calls before it. */
        private String afterBlock(Place other) {
            String said = "";
            hopTo(other);
            synchronized (this) {
                try {
                    hopTo(system().places().get(0));
                } catch (IllegalStateException e) {
                    said = "refused at " + here();
                }
            }
            hopTo(system().places().get(0));
            return said + ", then at " + here();
        }

        private String backwards(Place other) {
            StringBuilder way = new StringBuilder();
            ListIterator<String> each = new LinkedList<>(List.of("a", "b", "c")).listIterator();
            while (each.hasNext()) {
                way.append(each.nextIndex()).append(each.next());
                hopTo(other);
            }
            while (each.hasPrevious()) {
                way.append(each.previous());
            }
            return way.toString();
        }

        private String changedEntry(Place other) {
            Map.Entry<String, Integer> one =
                    new HashMap<>(Map.of("a", 1)).entrySet().iterator().next();
            hopTo(other);
            try {
                one.setValue(2);
            } catch (UnsupportedOperationException e) {
                return one.equals(Map.entry("a", 1)) + " "
                        + (one.hashCode() == Map.entry("a", 1).hashCode()) + " " + e.getMessage();
            }
            return "set";
        }

        private HopRefusedException refusedBefore(Place other) {
            Thread stays = Thread.currentThread();
            try {
                hopTo(other);
            } catch (HopRefusedException e) {
                return e;
            }
            throw new IllegalStateException("it hopped with " + stays);
        }

        /** Hops before it throws what it has caught. */
        private String failure(Place other, Exception thrown) {
            try {
                try {
                    throw thrown;
                } catch (Exception e) {
                    hopTo(other);
                    throw e;
                }
            } catch (HopRefusedException e) {
                return here() + " " + e.getMessage();
            } catch (Exception e) {
                return here() + " " + e.getClass().getSimpleName() + " " + e.getMessage();
            }
        }

        /** Wants to hop with something that can't travel, and stays as it was. */
        private String removes(Place other) {
            List<Integer> numbers = new ArrayList<>(List.of(1, 2, 3));
            Map<String, Integer> map = new HashMap<>(Map.of("a", 1));
            Map.Entry<String, Integer> entry = map.entrySet().iterator().next();
            Thread stays = Thread.currentThread();
            for (Iterator<Integer> each = numbers.iterator(); each.hasNext(); ) {
                int number = each.next();
                try {
                    hopTo(other);
                } catch (HopRefusedException e) {
                    entry.setValue(number);
                    each.remove();
                }
            }
            return numbers + " " + map + " " + here() + " " + (stays == Thread.currentThread());
        }

        /** Wants to hop with something that can be made here only, twice. */
        private String unwelcome(Place other) {
            Once one = new Once(1);
            Once same = one;
            String said = "";
            for (int i = 0; i < 2; i++) {
                Once.isOver = true;
                try {
                    hopTo(other);
                } catch (HopRefusedException e) {
                    said += e.getMessage() + "; ";
                }
            }
            return said + here() + " " + (one == same);
        }

        /** Hops while an order to move waits that has come just before: to where it is, and elsewhere. */
        private String ordered(Place other) {
            String way = "";
            for (Place elsewhere : system().places()) {
                hopTo(system().places().get(0));
                order(elsewhere);
                hopTo(other);
                way += here() + " ";
            }
            return way;
        }

        private static void order(Place to) {
            Cell cell = Objects.requireNonNull(Cell.current());
            Member member = Objects.requireNonNull(cell.site().switchboard().member(to.id()));
            cell.signal(new Leaving.Depart(new MoveOrder(cell.parts(), member, null)));
        }

        /** Loops over more than may travel. */
        private String lazy(Place other) {
            String said = "";
            int sum = 0;
            for (int each : Collections.nCopies(1 << 30, 1)) {
                try {
                    hopTo(other);
                } catch (HopRefusedException e) {
                    said = String.valueOf(e.getMessage());
                }
                sum += each;
                if (sum == 3) {
                    break;
                }
            }
            return said + " " + sum + " " + here();
        }

        private String refused(Place other) {
            List<Object> things = new ArrayList<>(List.of(Thread.currentThread()));
            Map.Entry<String, Integer> entry =
                    new HashMap<>(Map.of("a", 1)).entrySet().iterator().next();
            try {
                hopTo(other);
            } catch (HopRefusedException e) {
                return e.getMessage() + " " + entry + things.size();
            }
            return "hopped";
        }

        private String inAnother(Place other) {
            try {
                InWovenCode.Reloading.plainly(() -> hopTo(other));
            } catch (IllegalStateException e) {
                return String.valueOf(e.getMessage());
            }
            return "hopped";
        }

        /** Waits for a time that is none, and computes. */
        private String noTime() {
            self().send(1);
            self().send("word");
            String said = "";
            try {
                receive(Duration.ofMillis(-1));
            } catch (IllegalArgumentException e) {
                said = String.valueOf(e.getMessage());
            }
            int turns = 0;
            for (int i = 0; i < 100; i++) {
                for (int j = 0; j < 3; j++) {
                    turns++;
                }
            }
            return said + " " + turns + receive(WORDS, Duration.ofMillis(1)) + receive(NUMBERS, Duration.ofMillis(1));
        }

        /** Takes from one mailbox, where another is open. */
        private String opened() {
            setEnabled(WORDS, true);
            self().send("word");
            self().send(1);
            int number = receive(NUMBERS);
            return number + receive(WORDS);
        }
    }

    /** Can be made until it is over with that. */
    record Once(int number) {
        static boolean isOver;

        Once {
            if (isOver) {
                throw new IllegalStateException("no more of these");
            }
        }
    }

    private static String outcome(String what) {
        return outcome(what, 2);
    }

    private static String outcome(String what, int places) {
        OUTCOMES.clear();
        try (SimulatedCluster cluster = SimulatedCluster.of(places, 7)) {
            cluster.place(0).create(() -> new Doing(what));
            cluster.run();
        }
        return String.join(" | ", OUTCOMES);
    }

    @Test
    void variable_ofANarrowTypeOfIterator_goesOnElsewhere() {
        assertThat(outcome("listIterator")).isEqualTo("0a1b2ccba");
        assertThat(outcome("enumeration")).isEqualTo("trueafalse");
    }

    @Test
    void hop_behindABlockInAFrameThatWasResumed_holdsNoMonitorAnyMore() {
        assertThat(outcome("afterBlock")).isEqualTo("refused at p1, then at p0");
    }

    @Test
    void entry_ofNoMap_isTheSameElsewhere() {
        assertThat(outcome("entry")).isEqualTo("a=2");
        assertThat(outcome("entryOfMap")).isEqualTo("a=1 true");
    }

    @Test
    void entry_ofAMapThatWasLeft_saysThatItCantBeSet() {
        assertThat(outcome("changedEntry")).startsWith("true true ").contains("entry of key a", "put the value into");
    }

    @Test
    void hop_withAnExceptionThatWouldFindOtherHandlers_isRefused() {
        assertThat(outcome("failure"))
                .startsWith("p0 ")
                .contains("a variable of Doing.failure holds an exception", "InvocationTargetException");
        assertThat(outcome("cause")).startsWith("p1 IllegalStateException");
        assertThat(outcome("kept")).isEqualTo("p1 ArithmeticException of the JDK");
        assertThat(outcome("ofHop")).startsWith("p1 ").contains("a variable of Doing.refusedBefore");
    }

    @Test
    void iteratorAndEntry_ofAStrandThatStays_areAsTheyWere() {
        assertThat(outcome("removes")).isEqualTo("[] {a=3} p0 true");
    }

    @Test
    void hop_thatItsTargetRefuses_isRefusedEachTime() {
        assertThat(outcome("unwelcome"))
                .contains("can't hop to p1", "no more of these")
                .endsWith("; p0 true")
                .satisfies(said -> assertThat(said.split("can't hop to", -1)).hasSize(3));
    }

    @Test
    void hop_whileAnOrderToMoveWaits_goesWhereItSays() {
        assertThat(outcome("ordered", 3)).isEqualTo("p1 p1 p1 ");
    }

    @Test
    void hop_inALoopOverMoreThanMayTravel_isRefusedAndGoesOn() {
        assertThat(outcome("lazy"))
                .contains("can't hop to p1", "more than 4194304")
                .endsWith(" 3 p0");
    }

    @Test
    void hop_withWhatCantTravelAndAnEntry_isRefusedWithTheReason() {
        assertThat(outcome("refused"))
                .contains("a variable of Doing.refused", "Thread")
                .doesNotContain("Course")
                .endsWith(" a=11");
    }

    @Test
    void hop_inACallOfAnotherPackage_isRefusedAndSaysWhichToWeave() {
        assertThat(outcome("inAnother"))
                .contains("plainly", "./sojourn weave app.jar woven.jar --package org.sojourn.strands (");
    }

    @Test
    void receive_forATimeThatIsNone_takesNothing() {
        assertThat(outcome("time")).contains("must not be negative").endsWith(" 300word1");
    }

    @Test
    void receive_fromAMailbox_whileAnotherIsOpen_takesNothingElse() {
        assertThat(outcome("opened")).isEqualTo("1word");
    }

    /** Two mailboxes accept the notice, and one is asked to have it. */
    static final class Watching extends Strand<Object> {
        static final Mailbox<Object> WORK = Mailbox.of("work", Object.class);
        static final Mailbox<Exited> ENDS = Mailbox.of("ends", Exited.class);

        Watching() {
            super(WORK, ENDS);
        }

        @Override
        protected void run() {
            Handle<Object> other = system().create(Nothing::new);
            watch(other, ENDS);
            join(other);
            watch(other, ENDS);
            Object late = receive(WORK, Duration.ofSeconds(1));
            self().send(WORK, "work");
            Object work = receive(WORK);
            hopTo(system().places().get(1));
            boolean isBoth = receive(ENDS).who().equals(receive(ENDS).who());
            OUTCOMES.add(late + " " + work + " " + isBoth);
        }
    }

    static final class Nothing extends Strand<Object> {
        @Override
        protected void run() {}
    }

    @Test
    void receive_fromAMailbox_takesNoNoticeThatWasAskedForInAnother() {
        OUTCOMES.clear();
        try (SimulatedCluster cluster = SimulatedCluster.of(2, 7)) {
            cluster.place(0).create(Watching::new);
            cluster.run();
        }
        assertThat(OUTCOMES).containsExactly("null work true");
    }

    private static final CountDownLatch BEGUN = new CountDownLatch(2);

    /** Never comes back by itself, from what a twin runs. */
    static final class Resumed extends Strand<Object> {
        @Override
        protected void run() {
            sleep(Duration.ofNanos(1));
            BEGUN.countDown();
            long number = 1;
            while ((number & 1) != 0) {
                number += 2;
            }
            throw new IllegalStateException("an odd number was " + number);
        }
    }

    /** Never comes back by itself, from what it wasn't in when it was stopped. */
    static final class Late extends Strand<Object> {
        @Override
        protected void run() {
            BEGUN.countDown();
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
            throw new IllegalStateException("an odd number was " + Odd.last());
        }
    }

    static final class Odd {
        private Odd() {}

        static long last() {
            long number = 1;
            while ((number & 1) != 0) {
                number += 2;
            }
            return number;
        }
    }

    @Test
    void loop_thatNeverEnds_isStoppedWhereverItIs() throws InterruptedException {
        try (Sojourn sojourn = Sojourn.start(Config.local())) {
            Handle<Object> resumed = sojourn.create(Resumed::new);
            Handle<Object> later = sojourn.create(Late::new);
            assertThat(BEGUN.await(30, TimeUnit.SECONDS)).isTrue();
            resumed.stop();
            later.stop();
        } // waits until both are gone
    }

    @Test
    void hop_withMonitor_isRefusedWhereItHasHopped() {
        assertThat(outcome("monitor"))
                .startsWith("p1 true")
                .contains("can't hop here, while it holds a monitor", "outcome");
    }

    private static final Object LOCK = new Object();
    private static final AtomicBoolean ENOUGH = new AtomicBoolean();
    private static int begun;
    private static int done;

    /** Does two things in one block, and is urged between them. */
    static final class Holding extends Strand<Object> {
        @Override
        protected void run() {
            while (!ENOUGH.get()) {
                synchronized (LOCK) {
                    begun++;
                    int turns = 0;
                    for (int i = 0; i < 100; i++) {
                        for (int j = 0; j < 100; j++) {
                            turns += i ^ j;
                        }
                    }
                    done += turns == 0 ? 0 : 1;
                }
            }
        }
    }

    @Test
    void monitor_ofAStrandThatIsUrged_isFreeForNobody() {
        try (Sojourn sojourn = Sojourn.start(Config.local())) {
            Handle<Object> holding = sojourn.create(Holding::new);
            try {
                for (int i = 0; i < 120; i++) {
                    holding.pause();
                    holding.resume();
                    synchronized (LOCK) {
                        assertThat(done).isEqualTo(begun);
                    }
                }
            } finally {
                ENOUGH.set(true);
            }
        }
    }
}
