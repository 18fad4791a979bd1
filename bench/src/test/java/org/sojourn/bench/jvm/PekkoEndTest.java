package org.sojourn.bench.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;
import org.junit.jupiter.api.Test;

/** The wait for systems that end, and for one that doesn't. */
class PekkoEndTest {
    private static final int PATIENCE_SECONDS = 60;

    private static final class Stuck extends UntypedAbstractActor {
        private final CountDownLatch stuck;
        private final CountDownLatch free;

        Stuck(CountDownLatch stuck, CountDownLatch free) {
            this.stuck = stuck;
            this.free = free;
        }

        @Override
        public void onReceive(Object message) throws InterruptedException {
            stuck.countDown();
            free.await();
        }
    }

    @Test
    void await_ofASystemThatDoesNotEnd_goesOn() throws Exception {
        CountDownLatch stuck = new CountDownLatch(1);
        CountDownLatch free = new CountDownLatch(1);
        ActorSystem system = ActorSystem.create("stuck");
        try {
            system.actorOf(Props.create(Stuck.class, () -> new Stuck(stuck, free)))
                    .tell("wait", ActorRef.noSender());
            assertThat(stuck.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
            PekkoEnd.await(List.of(system), Duration.ofMillis(1));
            assertThat(system.getWhenTerminated().toCompletableFuture()).isNotDone();
        } finally {
            free.countDown();
        }
        PekkoEnd.await(List.of(system));
        assertThat(system.getWhenTerminated().toCompletableFuture()).isDone();
    }
}
