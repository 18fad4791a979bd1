package org.sojourn.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.sojourn.host.Sojourn;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.ExecutionPolicy;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.RunBy;

/** A run whose class path has the mapping room: kinds are moved as their class files say. */
final class AdvisedTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** Blocks, and says on what it runs. */
    static final class Sleepy extends Actor<ReplyTo<Boolean>> {
        @Override
        protected void process(ReplyTo<Boolean> asker) throws InterruptedException {
            TimeUnit.MICROSECONDS.sleep(1);
            asker.reply(Thread.currentThread().isVirtual());
            exit();
        }
    }

    /** The same, with its author's word. */
    @RunBy(ExecutionPolicy.TASK)
    static final class Chosen extends Actor<ReplyTo<Boolean>> {
        @Override
        protected void process(ReplyTo<Boolean> asker) throws InterruptedException {
            TimeUnit.MICROSECONDS.sleep(1);
            asker.reply(Thread.currentThread().isVirtual());
            exit();
        }
    }

    @Test
    void kind_thatBlocks_getsVirtualThreadsAfterItsFirstCreation() {
        try (var sojourn = Sojourn.start()) {
            await().atMost(PATIENCE)
                    .until(() -> sojourn.create(Sleepy::new)
                            .request((ReplyTo<Boolean> asker) -> asker, PATIENCE)
                            .join());
        }
    }

    @Test
    void kind_whoseAuthorHasChosen_isLeftAlone() {
        try (var sojourn = Sojourn.start()) {
            await().atMost(PATIENCE)
                    .until(() -> sojourn.create(Sleepy::new)
                            .request((ReplyTo<Boolean> asker) -> asker, PATIENCE)
                            .join());
            boolean isVirtual = sojourn.create(Chosen::new)
                    .request((ReplyTo<Boolean> asker) -> asker, PATIENCE)
                    .join();
            assertThat(isVirtual).isFalse();
        }
    }
}
