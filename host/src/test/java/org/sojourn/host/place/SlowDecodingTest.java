package org.sojourn.host.place;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.sojourn.host.BriefRuns;
import org.sojourn.host.RunFailedException;
import org.sojourn.host.Sojourn;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.ReplyTo;

/** Code of the program that doesn't come back from rebuilding a value is named while it holds the links up. */
class SlowDecodingTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** What keys wait for; null at other places, and in other tests. */
    private static volatile CompletableFuture<Void> gate = CompletableFuture.completedFuture(null);

    private record Key(int number) {
        @Override
        public int hashCode() {
            gate.join();
            return number;
        }
    }

    private record Go(Handle<Object> to) {}

    private record Ask(ReplyTo<Integer> asker) {}

    /** Sends a key to whom it is told. */
    private static final class Sender extends Actor<Go> {
        @Override
        protected void process(Go go) {
            go.to().send(Map.of(new Key(1), "one", new Key(2), "two"));
        }
    }

    /** Says how many keys it has got. */
    private static final class Receiver extends Actor<Object> {
        private int keys;

        @Override
        protected void process(Object message) {
            if (message instanceof Ask ask) {
                ask.asker().reply(keys);
            } else {
                keys++;
            }
        }
    }

    private static int ask(Handle<Object> receiver) {
        return receiver.request((ReplyTo<Integer> asker) -> new Ask(asker), PATIENCE)
                .join();
    }

    @Test
    void hashCodeThatWaitsAndThenThrows_isNamedWithTheSenderWhileSelectorsGoOn_andFailsTheRun() {
        List<String> logged = new CopyOnWriteArrayList<>();
        Logger logger = Logger.getLogger(SlowDecoding.class.getName());
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord entry) {
                logged.add(entry.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        logger.addHandler(handler);
        logger.setUseParentHandlers(false);
        CompletableFuture<Void> opened = new CompletableFuture<>();
        Sojourn sojourn = Sojourn.start(BriefRuns.local(2));
        try {
            Handle<Object> receiver = sojourn.create(Receiver::new);
            Handle<Go> sender = sojourn.create(new Place(1), Sender::new);
            gate = opened.copy().completeOnTimeout(null, PATIENCE.toSeconds(), TimeUnit.SECONDS);
            sender.send(new Go(receiver));
            await().atMost(PATIENCE).until(() -> logged.size() >= 2);
            assertThat(ask(receiver)).isZero();
            opened.complete(null);
            await().atMost(PATIENCE).until(() -> ask(receiver) == 1);

            gate = CompletableFuture.failedFuture(new IllegalStateException("no such key here"));
            sender.send(new Go(receiver));
        } finally {
            assertThatThrownBy(sojourn::close)
                    .isInstanceOf(RunFailedException.class)
                    .hasMessageContainingAll("p0 can't decode a message from p1", "Key.hashCode", "no such key here");
            gate = CompletableFuture.completedFuture(null);
            logger.removeHandler(handler);
            logger.setUseParentHandlers(true);
        }
        assertThat(logged)
                .allMatch(line -> line.matches("p0 has been decoding .*SlowDecodingTest\\$Key from p1 for \\d+ m?s:"
                        + " SlowDecodingTest\\$Key.hashCode \\(SlowDecodingTest.java:\\d+\\).*"));
    }
}
