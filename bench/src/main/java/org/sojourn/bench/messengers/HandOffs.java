package org.sojourn.bench.messengers;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** Times of threads, beside those of messengers: to change over from one to the other, and to begin. */
final class HandOffs {
    private static final int PATIENCE_SECONDS = 60;
    private static final double NANOS_PER_MICRO = 1e3;

    /** The variables of a messenger of test 3, in numbers of 8 bytes. */
    private static final int LOAD = 80;

    private HandOffs() {}

    /** Has two threads hand a number to and fro so many times, each asleep meanwhile; returns microseconds for one hand-off. */
    static double parked(int rounds) throws InterruptedException {
        SynchronousQueue<Integer> there = new SynchronousQueue<>();
        SynchronousQueue<Integer> back = new SynchronousQueue<>();
        Thread partner = Thread.ofPlatform().daemon().name("hand-off").start(() -> {
            try {
                for (int i = 0; i < rounds; i++) {
                    back.put(there.take() + 1);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        long start = System.nanoTime();
        int number = 0;
        for (int i = 0; i < rounds; i++) {
            there.put(number);
            number = back.take();
        }
        double micros = (System.nanoTime() - start) / NANOS_PER_MICRO / (2.0 * rounds);
        partner.join();
        require("the number handed back", rounds, number);
        return micros;
    }

    /** Starts so many threads, each with a load, and waits until all have run; returns microseconds for one. */
    static double started(int count, Thread.Builder kind) throws InterruptedException {
        LongAdder done = new LongAdder();
        CountDownLatch left = new CountDownLatch(count);
        long start = System.nanoTime();
        double[] load = new double[LOAD];
        for (int i = 0; i < count; i++) {
            double[] its = load.clone();
            kind.start(() -> {
                done.add(1 + (long) its[LOAD - 1]);
                left.countDown();
            });
        }
        if (!left.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new IllegalStateException(left.getCount() + " of " + count + " threads haven't run within a minute");
        }
        double micros = (System.nanoTime() - start) / NANOS_PER_MICRO / count;
        require("the threads that have run", count, done.sum());
        return micros;
    }

    private static void require(String what, long expected, long found) {
        if (found != expected) {
            throw new IllegalStateException(what + ": " + expected + " was due, and " + found + " came");
        }
    }
}
