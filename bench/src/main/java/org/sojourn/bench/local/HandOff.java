package org.sojourn.bench.local;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.sojourn.bench.Answers;

/**
 * The floor of two cores: two threads hand a number to and fro through two volatile words, each spinning until it has
 * come. Nobody is woken, so nothing that wakes a thread can be as fast.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class HandOff {
    private static final int ROUNDS = 1_024;

    /** Far enough from each other and from the ends to share no cache line with anything. */
    private static final int PING = 32;

    private static final int PONG = 64;
    private static final int WORDS = 96;

    private static final long OVER = -1;

    /** Whoever has spun so long may have no core: the other thread's is taken by somebody else, or its own is wanted. */
    private static final int SPINS = 1_000;

    private final AtomicLongArray words = new AtomicLongArray(WORDS);
    private final Thread partner = Thread.ofPlatform().daemon().name("hand-off").start(this::answer);
    private long round;

    /** Gives each number back plus one. */
    private void answer() {
        for (long seen = 0; seen != OVER; ) {
            seen = next(PING, seen);
            words.set(PONG, seen + 1);
        }
    }

    /** Waits until a word isn't what it was. */
    private long next(int word, long before) {
        int spins = 0;
        while (true) {
            long now = words.get(word);
            if (now != before) {
                return now;
            }
            if (++spins < SPINS) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        }
    }

    /** Hands over, and is handed back. */
    @Benchmark
    @OperationsPerInvocation(2 * ROUNDS)
    public void handOff() {
        long back = words.get(PONG);
        for (int i = 0; i < ROUNDS; i++) {
            words.set(PING, ++round);
            back = next(PONG, back);
        }
        Answers.same("the number handed back", round + 1, back);
    }

    /**
     * Ends the other thread.
     *
     * @throws InterruptedException if this thread is interrupted
     */
    @TearDown
    public void end() throws InterruptedException {
        words.set(PING, OVER);
        partner.join();
    }
}
