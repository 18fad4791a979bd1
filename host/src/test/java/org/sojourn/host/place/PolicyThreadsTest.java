package org.sojourn.host.place;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sojourn.host.Config;
import org.sojourn.host.Sojourn;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.ExecutionPolicy;
import org.sojourn.selectors.Group;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.RunBy;
import org.sojourn.selectors.Supervision;

/** The policies on real threads. */
class PolicyThreadsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int SENDERS = 4;
    private static final int EACH = 20_000;

    sealed interface Word {}

    record Numbered(int sender, int number) implements Word {}

    record Verdict(ReplyTo<String> asker) implements Word {}

    /** Counts without synchronisation: a second thread inside, or an unseen write, spoils the count. */
    static final class Counter extends Actor<Word> {
        private final int[] last = new int[SENDERS];
        private int count;
        private int inversions;
        private @Nullable ReplyTo<String> asker;

        @Override
        protected void process(Word word) {
            if (word instanceof Verdict verdict) {
                asker = verdict.asker();
            } else if (word instanceof Numbered numbered) {
                int before = count;
                if (last[numbered.sender()] + 1 != numbered.number()) {
                    inversions++;
                }
                last[numbered.sender()] = numbered.number();
                count = before + 1;
            }
            if (asker != null && count == SENDERS * EACH) {
                asker.reply(inversions + " inversions");
                exit();
            }
        }
    }

    /** Sends its numbers in portions, so that it takes turns with the others. */
    static final class Sender extends Actor<Integer> {
        private static final int PORTION = 100;
        private final int number;
        private final Handle<Word> to;

        Sender(int number, Handle<Word> to) {
            this.number = number;
            this.to = to;
        }

        @Override
        protected void process(Integer sent) {
            for (int i = 1; i <= PORTION; i++) {
                to.send(new Numbered(number, sent + i));
            }
            if (sent + PORTION == EACH) {
                exit();
            } else {
                self().send(sent + PORTION);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void manySenders_underEachPolicy_areProcessedInOrderAndOneAtATime(ExecutionPolicy policy) {
        try (Sojourn sojourn = Sojourn.start(Config.local().withWorkers(4))) {
            Handle<Word> counter = sojourn.create(policy, Counter::new);
            for (int i = 0; i < SENDERS; i++) {
                int number = i;
                // Half of them under the same policy, half as the workers' own.
                sojourn.create(i % 2 == 0 ? policy : ExecutionPolicy.TASK, () -> new Sender(number, counter))
                        .send(0);
            }
            assertThat(counter.<String>request(Verdict::new, PATIENCE).join()).isEqualTo("0 inversions");
        }
    }

    record Meet(CountDownLatch all, CompletableFuture<String> thread) {}

    /** Blocks until all of its kind do. */
    static final class Guest extends Actor<Meet> {
        @Override
        protected void process(Meet meet) throws Exception {
            meet.all().countDown();
            boolean met = meet.all().await(PATIENCE.toSeconds() / 2, TimeUnit.SECONDS);
            meet.thread().complete(met ? Thread.currentThread().getName() : "waited in vain");
            exit();
        }
    }

    private static boolean isAlive(String thread) {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(each -> each.getName().equals(thread));
    }

    @ParameterizedTest
    @EnumSource(names = {"THREAD", "VIRTUAL"})
    void blockingHandlers_withOneWorker_allBlockAtOnceAndLeaveNoThread(ExecutionPolicy policy) {
        int guests = 50;
        try (Sojourn sojourn = Sojourn.start(Config.local().withWorkers(1))) {
            CountDownLatch all = new CountDownLatch(guests);
            List<CompletableFuture<String>> threads = new ArrayList<>();
            for (int i = 0; i < guests; i++) {
                CompletableFuture<String> thread = new CompletableFuture<>();
                threads.add(thread);
                sojourn.create(policy, Guest::new).send(new Meet(all, thread));
            }
            List<String> names = threads.stream().map(CompletableFuture::join).toList();
            assertThat(names).allMatch(name -> name.contains("Guest"));
            await().atMost(PATIENCE).until(() -> names.stream().noneMatch(PolicyThreadsTest::isAlive));
        }
    }

    record Who(ReplyTo<String> asker) {}

    static final class Named extends Actor<Who> {
        private final String constructedBy = Thread.currentThread().getName();
        private String startedBy = "";

        @Override
        protected void preStart() {
            startedBy = Thread.currentThread().getName();
        }

        @Override
        protected void process(Who who) {
            who.asker()
                    .reply(constructedBy + "|" + startedBy + "|"
                            + Thread.currentThread().getName());
        }
    }

    @Test
    void thread_ofASelector_isTheSameFromItsStartOn() {
        try (Sojourn sojourn = Sojourn.start(Config.local().withWorkers(2))) {
            Handle<Who> named = sojourn.create(ExecutionPolicy.THREAD, Named::new);
            for (int i = 0; i < 20; i++) {
                String[] threads =
                        named.<String>request(Who::new, PATIENCE).join().split("\\|");
                assertThat(threads[0]).contains("worker");
                assertThat(threads[1]).contains("Named").isEqualTo(threads[2]);
            }
        }
    }

    /** Fails in its first constructor and whenever it is told to. */
    static final class Restarted extends Actor<Object> {
        private final String startedBy;

        Restarted(AtomicInteger constructed) {
            startedBy = Thread.currentThread().getName();
            if (constructed.getAndIncrement() == 0) {
                throw new IllegalStateException("the first one");
            }
        }

        private String preStartedBy = "";

        @Override
        protected void preStart() {
            preStartedBy = Thread.currentThread().getName();
        }

        @Override
        protected void process(Object message) {
            if (!(message instanceof Who who)) {
                throw new IllegalStateException("as told");
            }
            who.asker()
                    .reply(startedBy + "|" + preStartedBy + "|"
                            + Thread.currentThread().getName());
        }
    }

    @Test
    void thread_ofASelectorThatIsRestarted_isTheSameInEachOfItsLives() {
        try (Sojourn sojourn = Sojourn.start(Config.local().withWorkers(2))) {
            AtomicInteger constructed = new AtomicInteger();
            Handle<Object> restarted = sojourn.create(
                    ExecutionPolicy.THREAD, Supervision.restart(100, PATIENCE).of(() -> new Restarted(constructed)));
            String[] first =
                    restarted.<String>request(Who::new, PATIENCE).join().split("\\|");
            assertThat(first[0]).as("constructs the second body").contains("worker");
            assertThat(first[1]).contains("Restarted").isEqualTo(first[2]);
            for (int i = 0; i < 20; i++) {
                restarted.send("fail");
                String[] threads =
                        restarted.<String>request(Who::new, PATIENCE).join().split("\\|");
                assertThat(threads).as("life %s", i + 3).containsOnly(first[1]);
            }
        }
    }

    record Tell(Queue<String> threads) {}

    @RunBy(ExecutionPolicy.THREAD)
    static final class Member extends Actor<Tell> {
        @Override
        protected void process(Tell tell) {
            tell.threads().add(Thread.currentThread().getName());
        }
    }

    @Test
    void broadcast_toMembersWithThreadsOfTheirOwn_runsEachOnItsOwn() {
        try (Sojourn sojourn = Sojourn.start(Config.local().withWorkers(2))) {
            int members = 40;
            Group<Tell> group = sojourn.createGroup(members, (all, index) -> new Member());
            Queue<String> threads = new ConcurrentLinkedQueue<>();
            for (int round = 1; round <= 20; round++) {
                group.broadcast(new Tell(threads));
                int due = round * members;
                await().atMost(PATIENCE)
                        .pollDelay(Duration.ZERO)
                        .pollInterval(Duration.ofMillis(5))
                        .until(() -> threads.size() == due);
            }
            assertThat(threads).allMatch(each -> each.contains("Member"));
            assertThat(threads.stream().distinct()).hasSize(members);
        }
    }
}
