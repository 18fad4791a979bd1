package org.sojourn.net.membership;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NamedThreadsTest {
    private final NamedThreads threads = new NamedThreads("group");

    /** Others may make a thread just then, but not each time. */
    @Test
    void thread_hasItsNameAndTakesNoneOfThoseThatJavaNumbers() {
        assertThat(threads.newThread(() -> {}).getName()).startsWith("group-");
        assertThat(threads.newThread(() -> {}, "timer").getName()).startsWith("timer-");
        assertThat(threads.newThread(() -> {}).isDaemon()).isTrue();
        assertThat(IntStream.range(0, 100)).anyMatch(each -> {
            int before = number();
            threads.newThread(() -> {});
            return number() == before + 1;
        });
    }

    private static int number() {
        return Integer.parseInt(new Thread(() -> {}).getName().substring("Thread-".length()));
    }
}
