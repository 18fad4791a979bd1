package org.sojourn.bench.counters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.util.Optional;
import java.util.concurrent.SynchronousQueue;
import org.junit.jupiter.api.Test;

class CountersTest {
    private static final int HAND_OFFS = 200;
    private static final long PAGE = 4_096;
    private static final long PAGES = 16_384;

    @Test
    void usage_threadThatHasEnded_isCounted() throws Exception {
        SynchronousQueue<Integer> queue = new SynchronousQueue<>();
        ResourceUsage before = ResourceUsage.now();
        Thread other = new Thread(() -> {
            try {
                for (int i = 0; i < HAND_OFFS; i++) {
                    queue.put(i);
                    queue.take();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        other.start();
        for (int i = 0; i < HAND_OFFS; i++) {
            queue.put(queue.take());
        }
        other.join();
        ResourceUsage used = ResourceUsage.now().since(before);
        assertThat(used.voluntary()).isPositive();
        assertThat(used.cpuNanos()).isPositive();
        assertThat(used.involuntary()).isNotNegative();
    }

    @Test
    void counter_threadStartedLater_isCounted() throws Exception {
        Optional<EventCounter> counter = EventCounter.open(EventCounter.Event.PAGE_FAULTS);
        assumeTrue(counter.isPresent(), "this machine has no counter");
        long before = counter.get().value();
        Thread other = new Thread(() -> {
            try (Arena arena = Arena.ofConfined()) {
                var memory = arena.allocate(PAGES * PAGE);
                for (long page = 0; page < PAGES; page++) {
                    memory.set(ValueLayout.JAVA_BYTE, page * PAGE, (byte) 1);
                }
            }
        });
        other.start();
        other.join();
        assertThat(counter.get().value() - before).isGreaterThan(PAGES / 1_000);
    }
}
