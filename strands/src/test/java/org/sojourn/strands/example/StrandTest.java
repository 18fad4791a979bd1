package org.sojourn.strands.example;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.strands.InWovenCode;
import org.sojourn.strands.Strand;
import org.sojourn.testkit.SimulatedCluster;

@InWovenCode
class StrandTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    record Said(List<String> words) {}

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
        @SuppressWarnings("unchecked")
        protected void process(Object message) {
            if (message instanceof ReplyTo<?> asker) {
                ((ReplyTo<Said>) asker).reply(new Said(List.copyOf(words)));
            } else {
                words.add(message.toString());
            }
        }
    }

    private static List<String> heard(SimulatedCluster cluster, Handle<Object> listener) {
        return cluster.await(listener.<Said>request(asker -> asker, LONG)).words();
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
}
