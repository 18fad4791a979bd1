package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.sojourn.selectors.Distribution;
import org.sojourn.selectors.Group;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.Selector;

/** Packets of a place that is in the run, with changed bytes, for kernels and selectors. */
class HostilePlaceTest {
    private static final long SEED = Long.getLong("sojourn.seed", 17);
    private static final long PACKETS = Long.getLong("sojourn.hostile.packets", 4_000);

    @BeforeAll
    static void quiet() {
        Logs.off();
    }

    record Start(List<Handle<Object>> all, Group<String> group) {}

    record Note(int number, String text, List<Integer> some) {}

    record Question(ReplyTo<Note> asker) {}

    record Gone(String reason) {}

    record Round() {}

    static final class Listens extends Selector<String> {
        static final Mailbox<String> CASTS = Mailbox.of("casts", String.class);

        Listens() {
            super(CASTS);
        }

        @Override
        protected void process(String message) {}
    }

    /** Does all that selectors do to each other, again and again. */
    static final class Talks extends Selector<Object> {
        static final Mailbox<Object> ALL = Mailbox.of("all", Object.class);

        private List<Handle<Object>> all = List.of();
        private @Nullable Group<String> group;
        private long dice;

        Talks(long seed) {
            super(ALL);
            dice = seed;
        }

        private int roll(int sides) {
            dice = dice * 6364136223846793005L + 1442695040888963407L;
            return (int) ((dice >>> 33) % sides);
        }

        private Place somewhere() {
            List<Place> places = system().places();
            return places.get(roll(places.size()));
        }

        @Override
        protected void process(Object message) {
            if (message instanceof Start start) {
                all = start.all();
                group = start.group();
            } else if (message instanceof Question question) {
                question.asker().reply(new Note(1, "answer", List.of(1, 2)));
                return;
            } else if (message.equals("exit")) {
                exit();
            } else if (!(message instanceof Round) || all.isEmpty()) {
                return;
            }
            Handle<Object> to = all.get(roll(all.size()));
            switch (roll(8)) {
                case 0 -> to.request(ALL, Question::new, Duration.ofSeconds(5));
                case 1 -> {
                    Handle<Object> child = create(somewhere(), () -> new Talks(0));
                    watch(child, ALL, gone -> new Gone(gone.reason().toString()));
                    child.send(ALL, "exit");
                }
                case 2 -> Objects.requireNonNull(group).broadcast(Listens.CASTS, "cast");
                case 3 -> {
                    for (int i = 0; i < 300; i++) {
                        to.send(ALL, new Note(i, "many", List.of()));
                    }
                }
                case 4 -> to.send(ALL, new Note(0, "x".repeat(30_000), List.of(3)));
                default -> to.send(ALL, new Note(dice > 0 ? 1 : 2, "a note", List.of(1)));
            }
            if (roll(2) == 0) {
                migrateTo(somewhere());
            }
            after(Duration.ofNanos(200_000), ALL, new Round());
        }
    }

    /** A run of them. */
    static SimulatedCluster talks(long seed) {
        SimulatedCluster cluster = SimulatedCluster.builder()
                .places(3)
                .seed(seed)
                .delays(Duration.ofNanos(1_000), Duration.ofNanos(50_000))
                .balance("poll")
                .forgets(Duration.ofMillis(1))
                .start();
        List<Handle<Object>> all = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            int number = i;
            all.add(cluster.place(0).create(new Place(i % 3), () -> new Talks(seed + number)));
        }
        Group<String> group = cluster.place(0)
                .createGroup(6, Distribution.cyclic(cluster.place(0).places()), (its, i) -> new Listens());
        all.forEach(each -> each.send(Talks.ALL, new Start(all, group)));
        return cluster;
    }

    @Test
    void packets_withChangedBytes_areTakenOrMalformed() {
        HostilePlace.Result result = HostilePlace.meet(HostilePlaceTest::talks, SEED, PACKETS);
        System.out.println(result.counted());
        assertThat(result.wrong()).isEmpty();
        assertThat(result.kinds()).isGreaterThan(20);
    }
}
