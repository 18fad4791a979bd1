package org.sojourn.bench.local;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.sojourn.host.Config;
import org.sojourn.host.Sojourn;

/**
 * A place with one worker. So what selectors send each other stays on one thread, and what the thread of JMH sends them
 * crosses to another.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public abstract class OneWorker {
    /** How long to wait for an answer: an answer that is lost is a failure, not a hang. */
    static final Duration PATIENCE = Duration.ofMinutes(1);

    /** Read when a place starts. */
    private static final String INLINE_PROPERTY = "sojourn.inline";

    final Sojourn sojourn;

    OneWorker(boolean inline) {
        String before = System.getProperty(INLINE_PROPERTY, "on");
        System.setProperty(INLINE_PROPERTY, inline ? "on" : "off");
        sojourn = Sojourn.start(Config.local().withWorkers(1));
        System.setProperty(INLINE_PROPERTY, before);
    }

    /** Ends the place; fails if a selector has. */
    @TearDown
    public void close() {
        sojourn.close();
    }
}
