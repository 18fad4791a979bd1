package org.sojourn.net.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sojourn.kernel.port.Lane;

/** Whether an outbox counts as crowded. */
class OutboxTest {
    private static final int ROUNDS = 200_000;

    /** The thread that writes is done with all that waits before the one that has sent says that it is too much, or after. */
    @Test
    @Timeout(60)
    void crowd_thatIsWrittenMeanwhile_isRelieved() throws InterruptedException {
        Outbox outbox = new Outbox(1_024, 100);
        AtomicBoolean isOver = new AtomicBoolean();
        Object lock = new Object();
        Thread writer = new Thread(() -> {
            while (!isOver.get()) {
                write(outbox, lock);
            }
        });
        writer.start();
        try {
            for (int round = 0; round < ROUNDS; round++) {
                outbox.add(Lane.DATA, 0, new byte[101]);
                outbox.isToBeDrained();
                outbox.crowds();
                while (waits(outbox, lock)) {
                    Thread.onSpinWait();
                }
                assertThat(outbox.isCrowded())
                        .as("round %d: nothing waits", round)
                        .isFalse();
            }
        } finally {
            isOver.set(true);
            writer.join();
        }
    }

    private static boolean waits(Outbox outbox, Object lock) {
        synchronized (lock) {
            return outbox.waiting() > 0;
        }
    }

    /** One drain, which looks for a relief if it has taken something. */
    private static void write(Outbox outbox, Object lock) {
        synchronized (lock) {
            outbox.sort();
            boolean hasTaken = false;
            while (outbox.nextWhole() != null) {
                hasTaken = true;
            }
            if (hasTaken) {
                outbox.isRelieved();
            }
        }
    }
}
