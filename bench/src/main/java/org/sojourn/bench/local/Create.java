package org.sojourn.bench.local;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.TearDown;
import org.sojourn.bench.Answers;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.SelectorFactory;

/** A selector creates others here, and forgets them; or sends each a message, which it processes, and forgets it then. */
public class Create extends OneWorker {
    private static final int SELECTORS = 1 << 14;

    private final Tally tally = new Tally();
    private final Handle<Object> creator = sojourn.create(() -> new Creator(tally));
    private final Handle<Object> counter = sojourn.create(() -> new Sink(tally));
    private long constructed = 1;
    private long processed;

    /** Starts a place. */
    public Create() {
        super(true);
    }

    private record Begin(boolean isTold, ReplyTo<Boolean> asker) {}

    private static final class Creator extends Actor<Object> {
        private final SelectorFactory<Object> factory;

        Creator(Tally tally) {
            factory = () -> new Sink(tally);
        }

        @Override
        protected void process(Object message) {
            if (message instanceof Begin(boolean isTold, ReplyTo<Boolean> asker)) {
                for (int i = 0; i < SELECTORS; i++) {
                    Handle<Object> made = create(factory);
                    if (isTold) {
                        made.send(Sink.MESSAGE);
                    }
                }
                asker.reply(true);
            }
        }
    }

    /** Creates them. */
    @Benchmark
    @OperationsPerInvocation(SELECTORS)
    public void create() {
        make(false);
    }

    /** Creates them and has each process a message. */
    @Benchmark
    @OperationsPerInvocation(SELECTORS)
    public void createAndSend() {
        make(true);
        processed += SELECTORS;
    }

    private void make(boolean isTold) {
        creator.<Boolean>request(asker -> new Begin(isTold, asker), PATIENCE).join();
        constructed += SELECTORS;
    }

    /** Counts. What was created before it could be on its creator's stack waits in front of the question. */
    @TearDown(Level.Iteration)
    public void count() {
        Tally counted = counter.<Tally>request(Sink.Count::new, PATIENCE).join();
        processed++;
        Answers.same("selectors constructed", constructed, counted.constructed);
        Answers.same("messages processed", processed, counted.processed);
    }
}
