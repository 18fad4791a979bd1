package org.sojourn.bench.local;

import java.util.concurrent.Semaphore;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.sojourn.bench.Answers;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.ReplyTo;

/**
 * A message is put into the mailbox of a selector that is in the midst of another one. Processing it isn't measured. As many
 * are sent as the mailbox holds before whoever sends more has to wait.
 */
public class EnqueueBusy extends OneWorker {
    private static final int MESSAGES = 4_000;

    private final Gate gate = new Gate(new Semaphore(0), new Semaphore(0));
    private final Handle<Object> receiver = sojourn.create(Busy::new);

    /** Starts a place. */
    public EnqueueBusy() {
        super(true);
    }

    /**
     * Keeps whoever processes it.
     *
     * @param entered a permit for whoever waits for that
     * @param open lets the processing end
     */
    private record Gate(Semaphore entered, Semaphore open) {}

    private record Counted(ReplyTo<Integer> asker) {}

    private static final class Busy extends Actor<Object> {
        private int counted;

        @Override
        protected void process(Object message) throws InterruptedException {
            switch (message) {
                case Gate gate -> {
                    gate.entered().release();
                    gate.open().acquire();
                }
                case Counted(var asker) -> {
                    asker.reply(counted);
                    counted = 0;
                }
                default -> counted++;
            }
        }
    }

    /**
     * Makes the receiver busy.
     *
     * @throws InterruptedException if this thread is interrupted
     */
    @Setup(Level.Invocation)
    public void occupy() throws InterruptedException {
        receiver.send(gate);
        gate.entered().acquire();
    }

    /** Sends them. */
    @Benchmark
    @OperationsPerInvocation(MESSAGES)
    public void enqueueBusy() {
        for (int i = 0; i < MESSAGES; i++) {
            receiver.send(Sink.MESSAGE);
        }
    }

    /** Lets the receiver process them, and counts. */
    @TearDown(Level.Invocation)
    public void count() {
        gate.open().release();
        int counted = receiver.request(Counted::new, PATIENCE).join();
        Answers.same("messages processed", MESSAGES, counted);
    }
}
