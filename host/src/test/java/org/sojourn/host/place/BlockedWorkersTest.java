package org.sojourn.host.place;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.text.MessageFormat;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sojourn.host.Config;
import org.sojourn.host.Sojourn;
import org.sojourn.selectors.ExecutionPolicy;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.Selector;

/** Handlers that block a worker are named, with mailbox and stack; others aren't. */
class BlockedWorkersTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final List<String> logged = new CopyOnWriteArrayList<>();
    private final Logger logger = Logger.getLogger(BlockedWorkers.class.getName());
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord entry) {
            Object[] parameters = entry.getParameters();
            logged.add(parameters == null ? entry.getMessage() : MessageFormat.format(entry.getMessage(), parameters));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        logger.setUseParentHandlers(false);
        logger.addHandler(handler);
    }

    @AfterEach
    void unlisten() {
        logger.removeHandler(handler);
        logger.setUseParentHandlers(true);
    }

    record Form(CompletableFuture<Void> filled) {
        Form() {
            this(new CompletableFuture<Void>().completeOnTimeout(null, PATIENCE.toSeconds(), TimeUnit.SECONDS));
        }
    }

    static final class Clerk extends Selector<Object> {
        static final Mailbox<String> LETTERS = Mailbox.of("letters", String.class);
        static final Mailbox<Form> FORMS = Mailbox.of("forms", Form.class).when(Clerk.class, (clerk, form) -> true);

        Clerk() {
            super(LETTERS, FORMS);
        }

        @Override
        protected void process(Object message) {
            if (message instanceof Form form) {
                fillIn(form);
            }
        }

        private void fillIn(Form form) {
            form.filled().join();
        }
    }

    /** Computes until it is told to stop. */
    static final class Computer extends Selector<Form> {
        @Override
        protected void process(Form until) {
            while (!until.filled().isDone()) {
                Thread.onSpinWait();
            }
        }
    }

    @Test
    void handlerThatWaits_isNamedWithMailboxAndStack() {
        try (Sojourn sojourn = Sojourn.start(Config.local().withWorkers(2))) {
            Form form = new Form();
            Handle<Object> clerk = sojourn.create(Clerk::new);
            clerk.send(Clerk.LETTERS, "a letter");
            clerk.send(Clerk.FORMS, form);

            await().atMost(PATIENCE).until(() -> !logged.isEmpty());
            form.filled().complete(null);
        }
        assertThat(logged).hasSize(1);
        assertThat(logged.get(0))
                .contains("Clerk")
                .contains("mailbox \"forms\"")
                .contains("worker")
                .contains("org.sojourn.host.place.BlockedWorkersTest$Clerk.fillIn(") // with the loader before it on 17
                .contains("-Dsojourn.policy=BlockedWorkersTest.Clerk=VIRTUAL")
                .doesNotContain("org.sojourn.kernel");
    }

    @Test
    void handlersThatComputeOrHaveTheirOwnThreads_areNotNamed() {
        try (Sojourn sojourn = Sojourn.start(Config.local().withWorkers(3))) {
            Form form = new Form();
            sojourn.create(Computer::new).send(form);
            sojourn.create(ExecutionPolicy.THREAD, Clerk::new).send(form);
            Handle<Object> last = sojourn.create(Clerk::new);
            Form other = new Form();
            last.send(other);

            // The others began earlier, so their turn to be named has passed when this one is.
            await().atMost(PATIENCE).until(() -> !logged.isEmpty());
            other.filled().complete(null);
            form.filled().complete(null);
        }
        assertThat(logged).hasSize(1).first().asString().contains("-worker-");
    }
}
