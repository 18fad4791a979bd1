package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sojourn.kernel.port.Clock;
import org.sojourn.kernel.port.Workers;
import org.sojourn.kernel.sched.Context;
import org.sojourn.kernel.sched.Quantum;
import org.sojourn.kernel.sched.WorkStealing;

/** Tasks that run one after the other, on workers that the test steps. */
class QuantumTest {
    /** Two roles; a wake is only noted. */
    private static final class Stepped implements Workers {
        private Role[] roles = {};
        private final List<Integer> woken = new ArrayList<>();

        @Override
        public int count() {
            return 2;
        }

        @Override
        public void start(Role[] all) {
            roles = all.clone();
        }

        @Override
        public void wake(int worker) {
            woken.add(worker);
        }

        @Override
        public Own startOwn(String name, Role role) {
            throw new UnsupportedOperationException("the workers are all there is");
        }

        @Override
        public String lacksVirtual() {
            return "the workers are all there is";
        }

        @Override
        public void startVirtual(String name, Runnable once) {
            throw new UnsupportedOperationException(lacksVirtual());
        }

        @Override
        public void await(CompletableFuture<?> event) {}

        @Override
        public void stop() {}
    }

    private static final Clock STANDING = new Clock() {
        @Override
        public long nanoTime() {
            return 0;
        }

        @Override
        public Alarm arm(long delayNanos, Runnable ring) {
            return () -> {};
        }
    };

    private final Stepped workers = new Stepped();
    private final WorkStealing policy = new WorkStealing(workers, () -> 0, STANDING, () -> {});
    private final List<Integer> log = new ArrayList<>();

    @BeforeEach
    void start() {
        policy.start();
    }

    @Test
    void tasks_ofAQuantum_runInOrderAndLetInWhatWaits() {
        Quantum quantum = new Quantum(policy);
        for (int i = 0; i < 200; i++) {
            int number = i;
            quantum.add(() -> {
                log.add(number);
                if (number == 3) {
                    policy.submitSoon(() -> log.add(-1));
                }
            });
        }
        quantum.submit(Context.current());

        workers.roles[0].work();

        assertThat(log).hasSize(201).doesNotHaveDuplicates();
        assertThat(log.indexOf(-1)).as("after how many what waits has its turn").isEqualTo(128);
        log.remove(128);
        assertThat(log).isEqualTo(IntStream.range(0, 200).boxed().toList());
    }

    @Test
    void taskOfAQuantum_thatTakesLong_leavesTheOthersToAnIdleWorker() {
        assertThat(workers.roles[1].work()).isFalse(); // it sleeps now
        Quantum quantum = new Quantum(policy);
        for (int i = 0; i < 200; i++) {
            int number = i;
            quantum.add(() -> {
                log.add(number);
                if (number == 3) {
                    // It takes so long that the place looks twice.
                    policy.tend();
                    policy.tend();
                    if (workers.woken.contains(1)) {
                        while (workers.roles[1].work()) {
                            // as long as it finds something
                        }
                    }
                    log.add(-1);
                }
            });
        }
        quantum.submit(Context.current());

        workers.roles[0].work();

        assertThat(log.indexOf(-1)).as("when the long task was done").isEqualTo(200);
        assertThat(log).hasSize(201).doesNotHaveDuplicates();
    }
}
