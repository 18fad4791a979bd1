package org.sojourn.host.place;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.sojourn.host.Config;
import org.sojourn.host.Sojourn;
import org.sojourn.kernel.place.Dump;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.ExecutionPolicy;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.SelectorPlace;

/** A handler that doesn't come back takes its thread, and not the only worker of its place. */
class StuckWorkersTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @RegisterExtension
    final TakenLog log = new TakenLog(StuckWorkers.class);

    private final List<String> logged = log.lines();

    record Task(boolean computes, CompletableFuture<Thread> begun, CompletableFuture<Void> over) {
        Task(boolean computes) {
            this(
                    computes,
                    new CompletableFuture<>(),
                    new CompletableFuture<Void>().completeOnTimeout(null, PATIENCE.toSeconds(), TimeUnit.SECONDS));
        }
    }

    /** Waits, or computes, until the test has it end. */
    static final class Endless extends Actor<Task> {
        @Override
        protected void process(Task task) {
            task.begun().complete(Thread.currentThread());
            while (task.computes() && !task.over().isDone()) {
                Thread.onSpinWait();
            }
            task.over().join();
        }
    }

    /** Says by which thread it was constructed. */
    static final class Other extends Actor<CompletableFuture<Thread>> {
        private final Thread by = Thread.currentThread();

        @Override
        protected void process(CompletableFuture<Thread> told) {
            told.complete(by);
        }
    }

    /** Takes a dump of its place. */
    static final class Looking extends Actor<CompletableFuture<List<String>>> {
        @Override
        protected void process(CompletableFuture<List<String>> told) {
            told.complete(Dump.of(((SelectorPlace) system()).kernel()).lines());
        }
    }

    private record Question(ReplyTo<List<String>> asker) {}

    /** Answers with a dump of its place. */
    private static final class Answering extends Actor<Question> {
        @Override
        protected void process(Question question) {
            question.asker()
                    .reply(List.copyOf(
                            Dump.of(((SelectorPlace) system()).kernel()).lines()));
        }
    }

    @Test
    void continuationOfAThread_thatWaitsForAnotherAnswer_isNamedAndHasItFromASubstitute() throws Exception {
        CompletableFuture<List<String>> dump = new CompletableFuture<>();
        try (Sojourn sojourn = Sojourn.start(Config.local().withWorkers(1))) {
            Handle<Question> first = sojourn.create(Answering::new);
            Handle<Question> other = sojourn.create(Answering::new);
            // The worker has time for the question when what goes on with the answer is said.
            Task before = new Task(false);
            sojourn.create(ExecutionPolicy.TASK, Endless::new).send(before);
            before.begun().join();

            first.<List<String>>request(Question::new, PATIENCE)
                    .thenAccept(
                            one -> dump.complete(other.<List<String>>request(Question::new, PATIENCE.multipliedBy(2))
                                    .join()));
            before.over().complete(null);

            assertThat(dump.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .anyMatch(line -> line.startsWith("  runs ")
                            && line.contains("a thread's continuation with the answer of StuckWorkersTest.Answering")
                            && line.contains("whose turn hasn't ended"));
        }
        assertThat(logged)
                .anySatisfy(line -> assertThat(line)
                        .contains(
                                "a thread's continuation with the answer of StuckWorkersTest.Answering",
                                " has waited on ")
                        .contains("for a worker"));
    }

    private void othersGoOnBehind(boolean computes) throws Exception {
        Task task = new Task(computes);
        Thread stuck;
        List<String> dump;
        try (Sojourn sojourn = Sojourn.start(Config.local().withWorkers(1))) {
            sojourn.create(ExecutionPolicy.TASK, Endless::new).send(task);
            stuck = task.begun().join();
            CompletableFuture<Thread> told = new CompletableFuture<>();
            sojourn.create(Other::new).send(told);

            Thread substitute = told.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);

            assertThat(task.over()).as("the turn of the other").isNotDone();
            assertThat(substitute).isNotEqualTo(stuck);
            CompletableFuture<List<String>> seen = new CompletableFuture<>();
            sojourn.create(Looking::new).send(seen);
            dump = seen.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            task.over().complete(null);
            await().atMost(PATIENCE).until(() -> !stuck.isAlive());
            CompletableFuture<Thread> again = new CompletableFuture<>();
            sojourn.create(Other::new).send(again);
            assertThat(again.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEqualTo(substitute);
        }
        assertThat(dump)
                .anyMatch(line -> line.contains("Endless")
                        && line.contains(stuck.getName() + ", whose turn hasn't ended, so that another thread"));
        assertThat(dump).anyMatch(line -> line.startsWith("  open    the turn of StuckWorkersTest.Endless"));
        assertThat(logged.get(0))
                .contains("Endless", computes ? " has computed on " : " has waited on ", stuck.getName())
                .contains("waits for a worker", StuckWorkersTest.class.getName() + " is to construct")
                .contains("Endless.process(");
        assertThat(logged.get(0).contains("keeps a core")).isEqualTo(computes);
    }

    @Test
    void selectorThatIsNotConstructed_behindAHandlerThatWaits_isRunByASubstitute() throws Exception {
        othersGoOnBehind(false);
    }

    @Test
    void selectorThatIsNotConstructed_behindAHandlerThatComputes_isRunByASubstitute() throws Exception {
        othersGoOnBehind(true);
    }
}
