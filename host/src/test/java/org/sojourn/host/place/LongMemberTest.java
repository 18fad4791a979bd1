package org.sojourn.host.place;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.sojourn.host.Config;
import org.sojourn.host.Sojourn;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Group;

/** Members of a broadcast run one after the other; not behind one that takes long. */
class LongMemberTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int USUAL = 1_000;
    private static final int MEMBERS = 100;

    private record Usual(CountDownLatch done) {}

    /** The first member waits for the last. */
    private record Unusual(CountDownLatch last, CompletableFuture<Boolean> came) {}

    private static final class Member extends Actor<Object> {
        private final int index;

        Member(int index) {
            this.index = index;
        }

        @Override
        protected void process(Object message) throws Exception {
            if (message instanceof Unusual unusual) {
                if (index == 0) {
                    unusual.came().complete(unusual.last().await(PATIENCE.toSeconds() / 2, TimeUnit.SECONDS));
                } else if (index == MEMBERS - 1) {
                    unusual.last().countDown();
                }
            } else if (message instanceof Usual usual) {
                usual.done().countDown();
            }
        }
    }

    @Test
    void memberOfABroadcast_blocks_anotherWorkerTakesTheMembersBehindIt() throws Exception {
        try (Sojourn sojourn = Sojourn.start(Config.local().withWorkers(2))) {
            Group<Object> group = sojourn.createGroup(MEMBERS, (all, index) -> new Member(index));
            for (int i = 0; i < USUAL; i++) {
                CountDownLatch done = new CountDownLatch(MEMBERS);
                group.broadcast(new Usual(done));
                assertThat(done.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
            }
            CompletableFuture<Boolean> came = new CompletableFuture<>();
            group.broadcast(new Unusual(new CountDownLatch(1), came));
            assertThat(came.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join())
                    .isTrue();
        }
    }
}
