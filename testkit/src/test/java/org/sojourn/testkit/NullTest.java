package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sojourn.kernel.quiesce.Ending;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Distribution;
import org.sojourn.selectors.Group;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Place;

/** Null in place of a message: refused at the call, and what was sent before and after is processed. */
@SuppressWarnings("NullAway") // what it is about
class NullTest extends OnePlace {
    private static final class Relay extends Actor<Object> {
        private final Handle<Object> out;

        Relay(Handle<Object> out) {
            this.out = out;
        }

        @Override
        protected void process(Object message) {
            out.send(message);
        }
    }

    @Test
    void send_null_isRefusedAndTheMailAroundItComes() {
        Handle<Object> out = probe.handle();
        Handle<Object> relay = place.create(() -> new Relay(out));

        relay.send("before");
        assertThatThrownBy(() -> relay.send(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessageStartingWith("message is null; ");
        relay.send("after");

        probe.expect("before");
        probe.expect("after");
    }

    @Test
    void send_nullWithinATurn_failsTheSenderAndNotTheReceiver() {
        Handle<Object> out = probe.handle();
        Handle<Object> relay = place.create(() -> new Relay(out));
        Handle<Object> sender = place.create(() -> new Scripted(out));
        probe.watch(sender);

        Scripted.tell(sender, self -> {
            relay.send("before");
            relay.send(null);
        });
        place.run();
        relay.send("after");

        probe.expect("before");
        probe.expect("after");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void send_nullToAnyPlace_isRefusedInTheSameWords(int receiver) {
        try (SimulatedCluster cluster = SimulatedCluster.of(2, 7)) {
            Handle<Object> relay = cluster.place(0).create(new Place(receiver), () -> new Sink());
            Group<Object> group = cluster.place(0)
                    .createGroup(2, Distribution.cyclic(cluster.place(0).places()), (made, index) -> new Sink());
            assertThatThrownBy(() -> relay.send(null)).hasMessageStartingWith("message is null; ");
            assertThatThrownBy(() -> relay.offer(null)).hasMessageStartingWith("message is null; ");
            assertThatThrownBy(() -> relay.send(0, null)).hasMessageStartingWith("message is null; ");
            assertThatThrownBy(() -> group.broadcast(null)).hasMessageStartingWith("message is null; ");
            assertThat(cluster.run().word()).isEqualTo(Ending.Word.QUIESCENT);
        }
    }

    private static final class Sink extends Actor<Object> {
        @Override
        protected void process(Object message) {}
    }
}
