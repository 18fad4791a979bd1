package org.sojourn.host.place;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Vector;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.sojourn.host.Config;
import org.sojourn.host.Sojourn;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.ExecutionPolicy;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.Selector;

/** Handlers that keep a worker from others are named, with mailbox and stack, and their kinds moved; others aren't. */
class BlockedWorkersTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Long enough to be seen. */
    private static final Duration COMPUTES = Duration.ofMillis(350);

    @RegisterExtension
    final TakenLog log = new TakenLog(BlockedWorkers.class);

    private final List<String> logged = log.lines();

    record Form(CompletableFuture<Void> begun, CompletableFuture<Void> filled) {
        Form() {
            this(
                    new CompletableFuture<>(),
                    new CompletableFuture<Void>().completeOnTimeout(null, PATIENCE.toSeconds(), TimeUnit.SECONDS));
        }
    }

    /** Are you run by another thread than a worker? */
    record Question(ReplyTo<Boolean> asker) {}

    static final class Clerk extends Selector<Object> {
        static final Mailbox<String> LETTERS = Mailbox.of("letters", String.class);
        static final Mailbox<Form> FORMS = Mailbox.of("forms", Form.class).when(Clerk.class, (clerk, form) -> true);
        static final Mailbox<Question> QUESTIONS = Mailbox.of("questions", Question.class);

        Clerk() {
            super(LETTERS, FORMS, QUESTIONS);
        }

        @Override
        protected void process(Object message) {
            if (message instanceof Form form) {
                fillIn(form);
            } else if (message instanceof Question question) {
                question.asker().reply(!Thread.currentThread().getName().contains("-worker-"));
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
            until.begun().complete(null);
            while (!until.filled().isDone()) {
                Thread.onSpinWait();
            }
        }
    }

    private static boolean isApart(Handle<Object> clerk) {
        return clerk.request(Clerk.QUESTIONS, (ReplyTo<Boolean> asker) -> new Question(asker), PATIENCE)
                .join();
    }

    @Test
    void handlerThatWaits_isNamedAndItsKindIsMoved() {
        boolean before;
        boolean after;
        boolean later;
        try (Sojourn sojourn = Sojourn.start(Config.local().withWorkers(2))) {
            Form form = new Form();
            Handle<Object> clerk = sojourn.create(Clerk::new);
            before = isApart(clerk);
            clerk.send(Clerk.LETTERS, "a letter");
            clerk.send(Clerk.FORMS, form);

            await().atMost(PATIENCE).until(() -> !logged.isEmpty());
            form.filled().complete(null);
            after = isApart(clerk);
            later = isApart(sojourn.create(Clerk::new));

            // It may block now: nobody else waits for it, and it isn't named again.
            Form other = new Form();
            clerk.send(Clerk.FORMS, other);
            Form third = new Form();
            Handle<Object> decided = sojourn.create(ExecutionPolicy.TASK, Clerk::new);
            decided.send(Clerk.FORMS, third);
            await().atMost(PATIENCE).until(() -> logged.size() == 2);
            other.filled().complete(null);
            third.filled().complete(null);
        }
        assertThat(before).isFalse();
        assertThat(after).isTrue();
        assertThat(later).isTrue();
        assertThat(logged).hasSize(2);
        assertThat(logged.get(0))
                .contains("Clerk")
                .contains("mailbox \"forms\"")
                .contains("worker")
                .contains("instead of TASK from now on") // VIRTUAL, or THREAD on 17
                .contains("org.sojourn.host.place.BlockedWorkersTest$Clerk.fillIn(") // with the loader before it on 17
                .contains("-Dsojourn.policy=BlockedWorkersTest.Clerk=")
                .doesNotContain("org.sojourn.kernel");
        assertThat(logged.get(1)).contains("its policy was chosen");
    }

    @Test
    void handlerThatWaits_underAPolicyThatWasChosen_isNamedOnly() {
        boolean after;
        try (Sojourn sojourn = Sojourn.start(Config.local().withWorkers(2))) {
            Form form = new Form();
            Handle<Object> clerk = sojourn.create(ExecutionPolicy.TASK, Clerk::new);
            clerk.send(Clerk.FORMS, form);

            await().atMost(PATIENCE).until(() -> !logged.isEmpty());
            form.filled().complete(null);
            after = isApart(clerk);
        }
        assertThat(after).isFalse();
        assertThat(logged).hasSize(1);
        assertThat(logged.get(0))
                .contains("such turns of its kind")
                .contains("-Dsojourn.policy=BlockedWorkersTest.Clerk=VIRTUAL");
    }

    /** Reads a file, with which a virtual thread would keep its carrier. */
    static final class Reader extends Actor<Path> {
        @Override
        protected void process(Path file) throws IOException {
            try (InputStream in = new FileInputStream(file.toFile())) {
                in.transferTo(OutputStream.nullOutputStream());
            }
        }
    }

    /** A pipe with a name: to open it takes until somebody else opens it as well. */
    @Test
    void handlerThatWaitsForAFile_getsAThread(@TempDir Path directory) throws Exception {
        Path pipe = directory.resolve("pipe");
        assumeTrue(makes(pipe), "no mkfifo here");
        try (Sojourn sojourn = Sojourn.start(Config.local().withWorkers(2))) {
            sojourn.create(Reader::new).send(pipe);
            await().atMost(PATIENCE).until(() -> !logged.isEmpty());
            Files.writeString(pipe, "read");
        }
        assertThat(logged).singleElement().asString().contains("Reader", "run by THREAD instead of TASK");
    }

    private static boolean makes(Path pipe) throws InterruptedException {
        try {
            return new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    /** Says that it has run. */
    static final class Quick extends Actor<CompletableFuture<Void>> {
        @Override
        protected void process(CompletableFuture<Void> told) {
            told.complete(null);
        }
    }

    @Test
    void kindThatComputes_whileAnotherWaitsForAWorker_getsThreads() {
        try (Sojourn sojourn = Sojourn.start(Config.local().withWorkers(1))) {
            Handle<CompletableFuture<Void>> quick = sojourn.create(Quick::new);
            CompletableFuture<Void> created = new CompletableFuture<>();
            quick.send(created);
            created.join();
            Handle<Form> computer = sojourn.create(Computer::new);
            Form form = new Form();
            computer.send(form);
            form.begun().join(); // or the quick one could be quicker
            CompletableFuture<Void> told = new CompletableFuture<>();
            quick.send(told);
            await().atMost(PATIENCE).until(() -> !logged.isEmpty());
            form.filled().complete(null);

            // The only worker is free for others now, however long the computer takes.
            Form other = new Form();
            computer.send(other);
            other.begun().join();
            CompletableFuture<Void> again = new CompletableFuture<>();
            quick.send(again);
            again.join();
            assertThat(other.filled()).isNotDone();
            other.filled().complete(null);
            told.join();
        }
        assertThat(logged).hasSize(1);
        assertThat(logged.get(0))
                .contains("Computer")
                .contains("other kinds waited")
                .contains("run by THREAD instead of TASK");
    }

    /** Computes for a while, and then waits. */
    static final class Late extends Actor<Form> {
        @Override
        protected void process(Form form) {
            long began = System.nanoTime();
            while (System.nanoTime() - began < COMPUTES.toNanos()) {
                Thread.onSpinWait();
            }
            form.filled().join();
        }
    }

    @Test
    void handlerThatWaits_afterItHasComputed_isNamedOnce() {
        try (Sojourn sojourn = Sojourn.start(Config.local().withWorkers(2))) {
            Form form = new Form();
            sojourn.create(ExecutionPolicy.TASK, Late::new).send(form);
            await().atMost(PATIENCE).until(() -> !logged.isEmpty());
            // The first one is looked at all the time until this one is named.
            sojourn.create(ExecutionPolicy.TASK, Clerk::new).send(Clerk.FORMS, form);
            await().atMost(PATIENCE).until(() -> logged.size() > 1);
            form.filled().complete(null);
        }
        assertThat(logged).hasSize(2);
        assertThat(logged.get(0)).contains("Late").contains("has blocked");
        assertThat(logged.get(1)).contains("Clerk");
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

    /** Has a message copied that it is told. */
    static final class Copier extends Selector<Object> {
        static final Mailbox<String> WORDS = Mailbox.of("words", String.class);
        static final Mailbox<Question> QUESTIONS = Mailbox.of("questions", Question.class);
        private final Vector<Integer> numbers;

        Copier(Vector<Integer> numbers) {
            super(WORDS, QUESTIONS);
            this.numbers = numbers;
        }

        @Override
        protected void process(Object message) {
            if (message instanceof Question question) {
                question.asker().reply(!Thread.currentThread().getName().contains("-worker-"));
            } else {
                system().create(Sink::new).send(List.of(numbers));
            }
        }
    }

    static final class Sink extends Actor<Object> {
        @Override
        protected void process(Object message) {
            exit();
        }
    }

    /** Whoever holds the lock of what is encoded holds up the serialiser. */
    @Test
    void timeInTheSerialiser_isNamedAsWhatItIsAndThePolicyStays() {
        boolean after;
        Vector<Integer> numbers = new Vector<>(List.of(1, 2, 3));
        try (Sojourn sojourn = Sojourn.start(Config.local().withWorkers(2).withCopies())) {
            Handle<Object> copier = sojourn.create(() -> new Copier(numbers));
            synchronized (numbers) {
                copier.send(Copier.WORDS, "go");
                await().atMost(PATIENCE).until(() -> !logged.isEmpty());
            }
            after = copier.request(Copier.QUESTIONS, (ReplyTo<Boolean> asker) -> new Question(asker), PATIENCE)
                    .join();
        }
        assertThat(after).as("run apart").isFalse();
        assertThat(logged)
                .singleElement()
                .asString()
                .contains("has been encoding what BlockedWorkersTest.Copier", "Its policy stays");
    }
}
