package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.place.Kernel;
import org.sojourn.kernel.port.Encoded;

/** Answers that no correct place sends. */
class MalformedOutcomeTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final int NOBODY_TRACES = 0;

    @BeforeAll
    static void quiet() {
        Logs.off();
    }

    /** An answer is in a box, and a failure is a throwable. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3, 255})
    void reply_withAValueOfAnotherSort_endsTheLink(int sort) {
        try (SimulatedCluster cluster = SimulatedCluster.of(2, 1)) {
            cluster.advance(SECOND);
            Kernel taker = cluster.cluster().kernel(0);
            Kernel sender = cluster.cluster().kernel(1);
            Encoded value = sender.site().codec().encode(List.of("no outcome"));
            PacketWriter packet = new PacketWriter(PacketKind.REPLY, 16)
                    .i64(1)
                    .u8(NOBODY_TRACES)
                    .u8(sort);
            assertThat(taker.site().switchboard().isUsable(sender.site().self()))
                    .isTrue();
            sender.site().switchboard().send(taker.site().self(), 0, packet, value);

            cluster.advance(SECOND);

            assertThat(taker.site().switchboard().isUsable(sender.site().self()))
                    .isFalse();
        }
    }
}
