package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sojourn.kernel.sched.Context;
import org.sojourn.kernel.sched.Quantum;
import org.sojourn.kernel.sched.WorkStealing;

/** Tasks that run one after the other, on workers that the test steps. */
class QuantumTest {
    private static final SetClock STANDING = new SetClock();

    private final SteppedWorkers workers = new SteppedWorkers(2);
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

        workers.work(0);

        assertThat(log).hasSize(201).doesNotHaveDuplicates();
        assertThat(log.indexOf(-1)).as("after how many what waits has its turn").isEqualTo(128);
        log.remove(128);
        assertThat(log).isEqualTo(IntStream.range(0, 200).boxed().toList());
    }

    @Test
    void taskOfAQuantum_thatTakesLong_leavesTheOthersToAnIdleWorker() {
        assertThat(workers.work(1)).isFalse(); // it sleeps now
        Quantum quantum = new Quantum(policy);
        for (int i = 0; i < 200; i++) {
            int number = i;
            quantum.add(() -> {
                log.add(number);
                if (number == 3) {
                    // It takes so long that the place looks twice.
                    policy.tend();
                    policy.tend();
                    if (workers.wasWoken(1)) {
                        while (workers.work(1)) {
                            // as long as it finds something
                        }
                    }
                    log.add(-1);
                }
            });
        }
        quantum.submit(Context.current());

        workers.work(0);

        assertThat(log.indexOf(-1)).as("when the long task was done").isEqualTo(200);
        assertThat(log).hasSize(201).doesNotHaveDuplicates();
    }
}
