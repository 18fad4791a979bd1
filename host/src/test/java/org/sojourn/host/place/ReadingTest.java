package org.sojourn.host.place;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.sojourn.host.BriefRuns;
import org.sojourn.host.Sojourn;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.ExecutionPolicy;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.RunBy;

/** A part that the thread of the links runs, as its turns were short so far, and that then waits for what only the links can bring. */
class ReadingTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int ROUNDS = 500;

    @RegisterExtension
    static final TakenLog LOG = new TakenLog(BlockedWorkers.class);

    /** What the part waits for when it is to stay; and on which thread it does. At place 0. */
    private static volatile CompletableFuture<Void> gate = CompletableFuture.completedFuture(null);

    private static final AtomicReference<String> STAYS = new AtomicReference<>("");

    private record Begin(ReplyTo<Integer> asker) {}

    private record Ask(ReplyTo<Integer> asker) {}

    private record Stay() {}

    private record Open() {}

    /** Sends back what it gets, and when that has been to and fro for long enough, has the other one stay. */
    private static final class Far extends Actor<Object> {
        private final Handle<Object> near;

        Far(Handle<Object> near) {
            this.near = near;
        }

        @Override
        protected void process(Object message) {
            near.send(message.equals(0) ? new Stay() : message);
        }
    }

    /** Its policy is chosen, so that it stays. */
    @RunBy(ExecutionPolicy.TASK)
    private static final class Near extends Actor<Object> {
        private final Handle<Object> far;

        Near() {
            Handle<Object> self = self();
            far = create(new Place(1), () -> new Far(self));
        }

        @Override
        protected void process(Object message) {
            if (message instanceof Begin begin) {
                far.send(ROUNDS);
                begin.asker().reply(1);
            } else if (message instanceof Integer left) {
                far.send(left - 1);
            } else if (message instanceof Stay) {
                STAYS.set(Thread.currentThread().getName());
                gate.join();
                STAYS.set("");
            } else {
                throw new IllegalArgumentException("not a message of this test: " + message);
            }
        }
    }

    /** Opens the gate, when it is told to from elsewhere. */
    private static final class Opener extends Actor<Object> {
        @Override
        protected void process(Object message) {
            gate.complete(null);
        }
    }

    /** Sends on to place 0. */
    private static final class Sender extends Actor<Object> {
        private final Handle<Object> to;

        Sender(Handle<Object> to) {
            this.to = to;
        }

        @Override
        protected void process(Object message) {
            if (message instanceof Ask ask) {
                ask.asker().reply(7);
            } else {
                to.send(message);
            }
        }
    }

    @Test
    void shortPartThatStaysOnTheThreadOfTheLinks_isNamed_andOthersReadOn() {
        try (Sojourn sojourn = Sojourn.start(BriefRuns.local(2))) {
            Handle<Object> near = sojourn.create(Near::new);
            Handle<Object> opener = sojourn.create(Opener::new);
            Handle<Object> sender = sojourn.create(new Place(1), () -> new Sender(opener));
            // On a machine that is busy its turns may seem long, and then a worker runs it: once more.
            for (boolean isOnLinks = false; !isOnLinks; ) {
                gate = new CompletableFuture<Void>().completeOnTimeout(null, PATIENCE.toSeconds(), TimeUnit.SECONDS);
                near.<Integer>request(Begin::new, PATIENCE).join();
                await().atMost(PATIENCE).until(() -> !STAYS.get().isEmpty());
                // The answer comes by the links, and so does what ends the waiting.
                assertThat(sender.<Integer>request(Ask::new, PATIENCE).join()).isEqualTo(7);
                isOnLinks = STAYS.get().contains("-links");
                if (isOnLinks && LOG.lines().isEmpty()) { // further ones of the kind may not be told
                    await().atMost(PATIENCE).until(() -> LOG.lines().stream().anyMatch(ReadingTest::isOfTheLinks));
                }
                assertThat(gate).isNotDone();
                sender.send(new Open());
                gate.join();
                await().atMost(PATIENCE).until(() -> STAYS.get().isEmpty());
            }
            near.stop();
            opener.stop();
            sender.stop();
        }
    }

    private static boolean isOfTheLinks(String line) {
        return line.contains("Near") && line.contains("-links");
    }
}
