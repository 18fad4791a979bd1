package org.sojourn.host.place;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A look that fails keeps no other from its turn. */
class LooksTest {
    @RegisterExtension
    final TakenLog log = new TakenLog(Looks.class);

    @Test
    void look_thatFails_isToldSeldomAndKeepsNoOtherFromItsTurn() {
        Looks looks = new Looks("p0");
        AtomicInteger others = new AtomicInteger();
        OutOfMemoryError failure = new OutOfMemoryError("unable to create native thread");
        looks.add("the look for a thread", () -> {
            throw failure;
        });
        looks.add("another", others::incrementAndGet);

        for (int i = 0; i < 5; i++) {
            looks.run();
        }

        assertThat(others).hasValue(5);
        assertThat(log.lines())
                .containsExactly(
                        "p0: the look for a thread has failed; it is tried again",
                        "p0: the look for a thread has failed, 2 times so far; it is tried again",
                        "p0: the look for a thread has failed, 4 times so far; it is tried again");
        assertThat(log.thrown()).containsExactly(failure, failure, failure);
    }
}
