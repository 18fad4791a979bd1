package org.sojourn.bench.local;

import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jctools.queues.MpscUnboundedArrayQueue;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.CompilerControl;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.sojourn.bench.Answers;

/** The floors of one thread. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Floors {
    private static final int TIMES = 1_024;
    private static final int QUEUE_CHUNK = 1_024;

    private final Step[] steps = {new First(), new Second(), new Third(), new Fourth()};
    private final AtomicLong word = new AtomicLong();
    private final Queue<Object> queue = new MpscUnboundedArrayQueue<>(QUEUE_CHUNK);
    private volatile long published;
    private long changed;
    private long count;

    /** One class of several, so that which code is called is looked up each time. */
    abstract static class Step {
        abstract long after(long count);
    }

    static final class First extends Step {
        @Override
        @CompilerControl(CompilerControl.Mode.DONT_INLINE)
        long after(long count) {
            return count + 1;
        }
    }

    static final class Second extends Step {
        @Override
        @CompilerControl(CompilerControl.Mode.DONT_INLINE)
        long after(long count) {
            return 1 + count;
        }
    }

    static final class Third extends Step {
        @Override
        @CompilerControl(CompilerControl.Mode.DONT_INLINE)
        long after(long count) {
            return count - -1;
        }
    }

    static final class Fourth extends Step {
        @Override
        @CompilerControl(CompilerControl.Mode.DONT_INLINE)
        long after(long count) {
            return -(-count - 1);
        }
    }

    /** Calls a method of one of four classes, which is not inlined. */
    @Benchmark
    @OperationsPerInvocation(TIMES)
    public void virtualCall() {
        long calls = 0;
        for (int i = 0; i < TIMES; i++) {
            calls = steps[i & 3].after(calls);
        }
        Answers.same("calls", TIMES, calls);
    }

    /** Writes a volatile field. Not in a loop of ours, in which the compiler would make one fence out of many. */
    @Benchmark
    public void volatileStore() {
        published = ++count;
    }

    /** Changes a word that no other thread touches, by compare-and-set. */
    @Benchmark
    public void compareAndSet() {
        changed += word.compareAndSet(count, ++count) ? 1 : 0;
    }

    /** Puts something into JCTools' queue for many producers, and takes it out again. */
    @Benchmark
    @OperationsPerInvocation(TIMES)
    public void queue() {
        int taken = 0;
        for (int i = 0; i < TIMES; i++) {
            queue.offer(this);
            taken += queue.poll() == this ? 1 : 0;
        }
        Answers.same("elements taken", TIMES, taken);
    }

    /** Looks whether every store was made and every word changed. */
    @TearDown(Level.Iteration)
    public void count() {
        Answers.same("stores and words changed", count, published + changed);
    }
}
