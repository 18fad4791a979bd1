package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sojourn.kernel.sched.Task;
import org.sojourn.kernel.sched.WorkStealing;

/** Workers on real threads that are replaced all the time, in turns that are about to end: nothing is lost, and all retire. */
class ReplacedWorkersTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int ROUNDS = 100;
    private static final int TASKS = 8;
    private static final int TURNS = 3_000;

    /** More than these threads at a time would only wait for each other. */
    private static final int MOST_APART = 16;

    /** A thread for each worker. */
    private static final class Threads extends WorkersAlone {
        private final AtomicReferenceArray<Loop> loops;

        Threads(int count) {
            loops = new AtomicReferenceArray<>(count);
        }

        private static final class Loop extends Thread {
            private final Role role;
            private volatile boolean isWoken;
            private volatile boolean isEnded;

            Loop(Role role) {
                this.role = role;
                setDaemon(true);
            }

            @Override
            public void run() {
                while (!isEnded) {
                    if (!role.work()) {
                        while (!isWoken && !isEnded) {
                            LockSupport.park(this);
                        }
                        isWoken = false;
                    }
                }
            }

            void wake() {
                isWoken = true;
                LockSupport.unpark(this);
            }

            void end() {
                isEnded = true;
                LockSupport.unpark(this);
            }
        }

        @Override
        public int count() {
            return loops.length();
        }

        @Override
        public void start(Role[] roles) {
            for (int i = 0; i < roles.length; i++) {
                loops.set(i, new Loop(roles[i]));
            }
            for (int i = 0; i < roles.length; i++) {
                loops.get(i).start();
            }
        }

        @Override
        public void wake(int worker) {
            loops.get(worker).wake();
        }

        @Override
        public void replace(int worker, Role role) {
            Loop fresh = new Loop(role);
            Loop stuck = loops.getAndSet(worker, fresh);
            stuck.end();
            fresh.start();
        }

        @Override
        public void stop() {
            for (int i = 0; i < loops.length(); i++) {
                loops.get(i).end();
            }
        }
    }

    /** Submits itself again until all turns are taken. */
    private static final class Again implements Task {
        private final WorkStealing policy;
        private final AtomicInteger left;

        Again(WorkStealing policy, AtomicInteger left) {
            this.policy = policy;
            this.left = left;
        }

        @Override
        public void run() {
            int number = left.decrementAndGet();
            if (number > 0 && number % 4 == 0) {
                policy.submit(this);
            } else if (number > 0) {
                policy.submitSoon(this);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void workers_thatAreReplacedAsTheirTurnsEnd_loseNothingAndRetire(int count) {
        for (int round = 0; round < ROUNDS; round++) {
            Threads threads = new Threads(count);
            AtomicInteger idle = new AtomicInteger();
            WorkStealing policy = new WorkStealing(threads, () -> 0, new SetClock(), idle::incrementAndGet);
            policy.start();
            AtomicInteger left = new AtomicInteger(TURNS);
            for (int i = 0; i < TASKS; i++) {
                policy.submit(new Again(policy, left));
            }

            while (left.get() > 0) {
                for (int worker = 0; worker < count; worker++) {
                    long turn = policy.turnOf(worker);
                    if (turn >= 0 && policy.apart() < MOST_APART) {
                        policy.replace(worker, turn);
                    }
                }
                policy.tend();
            }

            await().atMost(PATIENCE).pollDelay(Duration.ZERO).until(() -> policy.idleStamp() >= 0 && idle.get() > 0);
            assertThat(policy.apart()).as("in round %d", round).isZero();
            assertThat(policy.waiting(TASKS)).isZero();
            assertThat(left.get())
                    .as("what is left, below zero for the last of each task")
                    .isBetween(1 - TASKS, 0);
            policy.stop();
        }
    }
}
