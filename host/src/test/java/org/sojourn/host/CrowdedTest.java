package org.sojourn.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.sojourn.selectors.Answer;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.RequestTimeoutException;
import org.sojourn.selectors.Selector;

/** Threads that are no selectors, at a mailbox that holds more than its bound while its selector works on. */
class CrowdedTest {
    private static final Duration SOON = Duration.ofMillis(50);
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final int FLOOD = 100_000;

    private interface Message {}

    private record Job() implements Message {}

    private record Question(ReplyTo<Integer> asker) implements Message {}

    /** Stays in its first job until it is let go on. */
    private static final class Desk extends Selector<Message> {
        private static final Mailbox<Message> ALL =
                Mailbox.of("all", Message.class).bound(4);
        private final CountDownLatch goOn;
        private final AtomicInteger questions;
        private int jobs;

        Desk(CountDownLatch goOn, AtomicInteger questions) {
            super(ALL);
            this.goOn = goOn;
            this.questions = questions;
        }

        @Override
        protected void process(Message message) throws InterruptedException {
            if (message instanceof Question question) {
                questions.incrementAndGet();
                question.asker().reply(jobs);
            } else {
                goOn.await();
                jobs++;
            }
        }
    }

    private final CountDownLatch goOn = new CountDownLatch(1);
    private final AtomicInteger questions = new AtomicInteger();
    private final Sojourn sojourn = Sojourn.start(Config.local().withWorkers(2));
    private final Handle<Message> desk = sojourn.create(() -> new Desk(goOn, questions));

    @AfterEach
    void close() {
        goOn.countDown();
        sojourn.close();
    }

    /** Offers jobs from several threads at once until none is taken any more; returns how many were. */
    private int flood() throws Exception {
        AtomicInteger taken = new AtomicInteger();
        List<CompletableFuture<Void>> threads = IntStream.range(0, 8)
                .mapToObj(thread -> CompletableFuture.runAsync(
                        () -> {
                            while (taken.get() < FLOOD && desk.offer(new Job())) {
                                taken.incrementAndGet();
                            }
                        },
                        body -> new Thread(body).start()))
                .toList();
        for (CompletableFuture<Void> thread : threads) {
            thread.get(MINUTE.toSeconds(), TimeUnit.SECONDS);
        }
        return taken.get();
    }

    @Test
    void request_ofAThreadAtAFullMailbox_timesOutAndIsNotSent() throws Exception {
        int jobs = flood();
        assertThat(jobs).as("taken by offer, which never waits").isLessThan(FLOOD);

        CompletableFuture<Answer<Integer>> asked =
                CompletableFuture.supplyAsync(() -> desk.request(Question::new, SOON));
        Answer<Integer> answer = asked.get(MINUTE.toSeconds(), TimeUnit.SECONDS);
        assertThatThrownBy(answer::join).hasCauseInstanceOf(RequestTimeoutException.class);

        goOn.countDown();
        assertThat(desk.<Integer>request(Question::new, MINUTE).join()).isEqualTo(jobs);
        assertThat(questions).as("questions that have come").hasValue(1);
    }

    @Test
    void offeredQuestion_atAFullMailbox_isNotAskedAndIsOtherwise() throws Exception {
        int jobs = flood();

        assertThat(desk.<Integer>offer(Question::new, MINUTE)).isEmpty();

        goOn.countDown();
        assertThat(desk.<Integer>request(Question::new, MINUTE).join()).isEqualTo(jobs);
        assertThat(desk.<Integer>offer(Question::new, MINUTE).orElseThrow().join())
                .isEqualTo(jobs);
        assertThat(questions).hasValue(2);
    }
}
