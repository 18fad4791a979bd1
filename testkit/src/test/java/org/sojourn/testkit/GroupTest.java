package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Group;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.Selector;

/** Groups: created in one call, members by index, broadcast; and on what terms a group lives. */
class GroupTest extends OnePlace {
    private final List<String> log = new ArrayList<>();

    /** Writes what it gets to the log; a word ends it. */
    private static final class Scribe extends Actor<String> {
        private final List<String> log;
        private final int index;

        Scribe(List<String> log, int index) {
            this.log = log;
            this.index = index;
            if (index == 13) {
                throw new IllegalArgumentException("bad luck");
            }
        }

        @Override
        protected void process(String message) {
            log.add(index + " " + message);
            if (message.equals("exit")) {
                exit();
            }
        }
    }

    private Group<String> scribes(int members) {
        return place.system().createGroup(members, (group, index) -> new Scribe(log, index));
    }

    @Test
    void broadcast_toAGroup_reachesEachMemberInTheOrderOfIndexes() {
        Group<String> group = scribes(5);

        group.broadcast("a");
        group.broadcast("b");
        place.run();

        assertThat(log).filteredOn(line -> line.endsWith("a")).containsExactly("0 a", "1 a", "2 a", "3 a", "4 a");
        assertThat(log).filteredOn(line -> line.endsWith("b")).containsExactly("0 b", "1 b", "2 b", "3 b", "4 b");
        assertThat(log).hasSize(10);
    }

    @Test
    void member_byIndex_isTheOneWithThatIndex() {
        Group<String> group = scribes(3);

        group.member(2).send("x");
        place.run();

        assertThat(log).containsExactly("2 x");
        assertThat(group.size()).isEqualTo(3);
        assertThat(group.member(1)).isEqualTo(group.member(1)).isNotEqualTo(group.member(2));
        assertThatThrownBy(() -> group.member(3))
                .isInstanceOf(IndexOutOfBoundsException.class)
                .hasMessageContaining("member 3 of group")
                .hasMessageContaining("0 to 2");
        assertThatThrownBy(() -> group.member(-1)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void createGroup_outOfBounds_saysWhatTheBoundIs() {
        assertThatThrownBy(() -> scribes(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a group of 0 members; it has 1 to 16777216");
        assertThatThrownBy(() -> scribes((1 << 24) + 1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void member_thatExitsOrFails_leavesTheOthersAsTheyAre() {
        Group<String> group = scribes(15); // 13 fails
        group.member(3).send("exit");
        place.run();
        log.clear();

        group.broadcast("on");
        place.run();

        assertThat(log).hasSize(13).doesNotContain("3 on", "13 on");
        assertThat(place.deadLetters()).isEqualTo(2);
        assertThat(group.size()).isEqualTo(15);
        Ending ending = place.end();
        assertThat(ending.word()).isEqualTo(Ending.Word.FAILED);
        assertThat(ending.sentences()).anyMatch(sentence -> sentence.contains("bad luck"));
    }

    /** A message that starts something in each member. */
    private record Start(int steps) {}

    private record Heat(int step, double degrees) {}

    // ---- program: heat in a ring, where members talk to their neighbours --------------------------------------------

    /** Takes the mean of its neighbours, step by step. What a neighbour sends early waits behind a constraint. */
    private static final class Ring extends Selector<Object> {
        private static final Mailbox<Start> STARTS = Mailbox.of("starts", Start.class);
        private static final Mailbox<Heat> HEATS =
                Mailbox.of("heats", Heat.class).when(Ring.class, (self, heat) -> heat.step() == self.step);
        private final Group<Object> ring;
        private final int index;
        private final Handle<Object> out;
        private double degrees;
        private double sum;
        private int heard;
        private int step;
        private int last;

        Ring(Group<Object> ring, int index, Handle<Object> out) {
            super(STARTS, HEATS);
            this.ring = ring;
            this.index = index;
            this.out = out;
            this.degrees = index == 0 ? 64 : 0;
        }

        @Override
        protected void process(Object message) {
            if (message instanceof Start start) {
                last = start.steps();
                step = 1;
                tell();
            } else if (message instanceof Heat heat) {
                sum += heat.degrees();
                if (++heard == 2) {
                    degrees = (degrees + sum) / 3;
                    sum = 0;
                    heard = 0;
                    if (++step <= last) {
                        tell();
                    } else {
                        out.send(degrees);
                    }
                }
            }
        }

        private void tell() {
            int size = ring.size();
            ring.member((index + 1) % size).send(HEATS, new Heat(step, degrees));
            ring.member((index + size - 1) % size).send(HEATS, new Heat(step, degrees));
        }
    }

    @Test
    void ringOfHeat_underManySchedules_keepsTheHeat() {
        Seeds.of(50).check(seed -> {
            try (SimulatedCluster cluster =
                    SimulatedCluster.builder().places(1).seed(seed).workers(3).start()) {
                Sum sum = new Sum();
                Handle<Object> out = cluster.place(0).create(() -> new Adder(sum));
                Group<Object> ring = cluster.place(0).createGroup(40, (all, index) -> new Ring(all, index, out));

                ring.broadcast(new Start(30));

                assertThat(cluster.run().word()).isEqualTo(Ending.Word.QUIESCENT);
                assertThat(sum.parts).isEqualTo(40);
                assertThat(sum.value).isBetween(64 - 1e-9, 64 + 1e-9);
            }
        });
    }

    // ---- program: a sum in parts, where a broadcast asks and a collector answers
    // --------------------------------------

    private static final class Sum {
        private double value;
        private int parts;
    }

    private static final class Adder extends Actor<Object> {
        private final Sum sum;

        Adder(Sum sum) {
            this.sum = sum;
        }

        @Override
        protected void process(Object message) {
            sum.value += ((Number) message).doubleValue();
            sum.parts++;
        }
    }

    private record Part(int from, int to, Handle<Object> adder) {}

    private static final class Summer extends Actor<Part> {
        private final int index;
        private final int of;

        Summer(int index, int of) {
            this.index = index;
            this.of = of;
        }

        @Override
        protected void process(Part part) {
            long sum = 0;
            for (int i = part.from() + index; i < part.to(); i += of) {
                sum += i;
            }
            part.adder().send(sum);
        }
    }

    @Test
    void sumInParts_askedByABroadcast_isWhole() {
        Sum sum = new Sum();
        Handle<Object> adder = place.create(() -> new Adder(sum));
        Group<Part> group = place.system().createGroup(7, (all, index) -> new Summer(index, all.size()));

        group.broadcast(new Part(0, 1_000, adder));
        place.run();

        assertThat(sum.parts).isEqualTo(7);
        assertThat(sum.value).isEqualTo(499_500);
    }

    // ---- program: replicas, where a group travels to those who use it
    // --------------------------------------------------

    private record Write(int version) {}

    private record Read(int version) {}

    /** Keeps a version; a read must see what its sender has written before. */
    private static final class Replica extends Selector<Object> {
        private static final Mailbox<Object> ALL = Mailbox.of("all", Object.class);
        private final Sum seen;
        private final List<String> wrong;
        private int version;

        Replica(Sum seen, List<String> wrong) {
            super(ALL);
            this.seen = seen;
            this.wrong = wrong;
        }

        @Override
        protected void process(Object message) {
            seen.parts++;
            if (message instanceof Write write) {
                version = write.version();
            } else if (message instanceof Read read && read.version() != version) {
                wrong.add("version " + version + " read, where " + read.version() + " was written");
            }
        }
    }

    /** Gets a group and writes to all and reads from each. */
    private static final class Writer extends Actor<Group<Object>> {
        @Override
        protected void process(Group<Object> group) {
            for (int version = 1; version <= 20; version++) {
                group.broadcast(new Write(version));
                for (int i = 0; i < group.size(); i++) {
                    group.member(i).send(Replica.ALL, new Read(version));
                }
            }
        }
    }

    @Test
    void broadcastAndSends_ofOneSender_keepTheirOrderFromEveryPlace() {
        Seeds.of(50).check(seed -> {
            try (SimulatedCluster cluster = SimulatedCluster.builder()
                    .places(2)
                    .seed(seed)
                    .workers(1 + (int) (seed % 3))
                    .lostConnections(10_000)
                    .start()) {
                Sum seen = new Sum();
                List<String> wrong = new ArrayList<>();
                Group<Object> replicas = cluster.place(0).createGroup(100, (group, index) -> new Replica(seen, wrong));
                int writerAt = (int) (seed / 3 % 2);
                Handle<Group<Object>> writer =
                        cluster.place(0).create(cluster.place(0).places().get(writerAt), Writer::new);

                writer.send(replicas);

                assertThat(cluster.run().word()).isEqualTo(Ending.Word.QUIESCENT);
                assertThat(wrong).isEmpty();
                assertThat(seen.parts).isEqualTo(100 * 2 * 20);
            }
        });
    }

    // ---- identity
    // -------------------------------------------------------------------------------------------------------

    /** Tells whether the group it gets is the one it got before, with equal members. */
    private static final class Comparer extends Actor<Group<String>> {
        private final List<String> log;
        private @Nullable Group<String> former;

        Comparer(List<String> log) {
            this.log = log;
        }

        @Override
        protected void process(Group<String> group) {
            if (former != null) {
                log.add(group.equals(former) + " " + (group != former) + " "
                        + group.member(2).equals(former.member(2)) + " " + (group.hashCode() == former.hashCode())
                        + " " + group.size());
            }
            former = group;
            group.broadcast("copied");
        }
    }

    @Test
    void group_thatHasTravelled_isEqualAndReachesTheSameMembers() {
        try (TestPlace copying = TestPlace.copying()) {
            Group<String> group = copying.system().createGroup(4, (all, index) -> new Scribe(log, index));
            Handle<Group<String>> comparer = copying.create(() -> new Comparer(log));

            comparer.send(group);
            comparer.send(group);
            copying.run();

            assertThat(log).contains("true true true true 4");
            assertThat(log).filteredOn(line -> line.endsWith("copied")).hasSize(8);
            assertThat(group.toString()).matches("group p0/g\\d+ of 4");
        }
    }

    @Test
    void broadcast_ofWhatCannotTravel_isSentToNobody() {
        try (TestPlace copying = TestPlace.copying()) {
            Group<Object> group = copying.system().createGroup(4, (all, index) -> new Replica(new Sum(), log));

            assertThatThrownBy(() -> group.broadcast(Thread.currentThread())).hasMessageContaining("java.lang.Thread");

            copying.run();
            assertThat(copying.deadLetters()).isZero();
            assertThat(copying.end().sentences()).singleElement().asString().contains("4 ");
        }
    }

    /** Greets its neighbour from its own constructor, whether that one exists yet or not. */
    private static final class Eager extends Actor<String> {
        private final List<String> log;
        private final int index;

        Eager(Group<String> group, int index, List<String> log) {
            this.log = log;
            this.index = index;
            group.member((index + 1) % group.size()).send("from " + index);
        }

        @Override
        protected void process(String message) {
            log.add(index + " " + message);
        }
    }

    /** Creates a group in its turn, once its kinds are known to be short: there members are constructed on its stack. */
    private static final class Creator extends Actor<Integer> {
        private final List<String> log;

        Creator(List<String> log) {
            this.log = log;
        }

        @Override
        protected void process(Integer size) {
            Group<String> made = createGroup(size, (group, index) -> new Eager(group, index, log));
            made.broadcast("all");
        }
    }

    @Test
    void constructors_thatSendWithinTheGroup_loseNothing() {
        Seeds.of(20).check(seed -> {
            List<String> greetings = new ArrayList<>();
            try (SimulatedCluster cluster =
                    SimulatedCluster.builder().places(1).seed(seed).workers(2).start()) {
                Handle<Integer> creator = cluster.place(0).create(() -> new Creator(greetings));
                IntStream.rangeClosed(1, 30).forEach(creator::send);
                assertThat(cluster.run().word()).isEqualTo(Ending.Word.QUIESCENT);
            }
            assertThat(greetings).hasSize(2 * 30 * 31 / 2);
            assertThat(greetings).filteredOn("29 from 28"::equals).hasSize(1);
        });
    }
}
