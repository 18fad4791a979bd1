package org.sojourn.testkit;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.sojourn.net.netty.NettyPort;
import org.sojourn.net.wire.Loop;

/**
 * The loop of the links, with threads: some have it run things, which now and then lend its thread, and one has others take it over at any
 * moment. Whatever is run on the loop must be run once, in each one's order, and by one thread at a time.
 */
final class LendingRun {
    private static final int THREADS = 2;
    private static final int TASKS = 4_000;
    private static final int LENT_EVERY = 7;
    private static final int STAYS_EVERY = 5;
    private static final int STAYS_HERE_EVERY = 3;
    private static final int STEPS = 1_000;
    private static final long PATIENCE_SECONDS = 10;

    private final Loop loop;
    private final SplittableRandom random;
    private final AtomicReference<@Nullable String> wrong = new AtomicReference<>();
    private final AtomicInteger inside = new AtomicInteger();
    private final CountDownLatch left;

    /** How many of each thread's have been run. On the loop. */
    private final int[] done = new int[THREADS];

    private LendingRun(Loop loop, long seed) {
        this.loop = loop;
        this.random = new SplittableRandom(seed);
        this.left = new CountDownLatch(THREADS * TASKS + THREADS * ((TASKS + LENT_EVERY - 1) / LENT_EVERY));
    }

    /** Says what is wrong; empty if nothing is. */
    static String run(long seed) throws IOException, InterruptedException {
        NettyPort port = new NettyPort("lending", "127.0.0.1", 0, null);
        try {
            return new LendingRun(port.links().loop(), seed).run();
        } finally {
            port.close();
        }
    }

    /** Runs up to so many seeds; says what it finds. */
    static String search(long most, boolean isChecked) throws IOException, InterruptedException {
        for (long seed = 1; seed <= most; seed++) {
            String found = run(seed);
            if (!found.isEmpty()) {
                return "seed " + seed + ": " + found;
            }
        }
        return "";
    }

    private String run() throws InterruptedException {
        List<Thread> all = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            int number = i;
            SplittableRandom own = random.split();
            all.add(new Thread(() -> sends(number, own), "lending-sends-" + i));
        }
        SplittableRandom taker = random.split();
        Thread takes = new Thread(() -> takesOver(taker), "lending-takes");
        takes.setDaemon(true);
        all.forEach(Thread::start);
        takes.start();
        boolean isOver = left.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        takes.interrupt();
        takes.join();
        for (Thread each : all) {
            each.join();
        }
        String found = wrong.get();
        return found != null ? found : isOver ? "" : left.getCount() + " of what the loop was to run was never run";
    }

    private void sends(int number, SplittableRandom own) {
        for (int i = 0; i < TASKS; i++) {
            int task = i;
            boolean stays = own.nextInt(STAYS_EVERY) == 0;
            loop.execute(() -> onLoop(number, task, stays));
            if (own.nextInt(50) == 0) {
                LockSupport.parkNanos(own.nextInt(20_000));
            }
        }
    }

    private void onLoop(int number, int task, boolean stays) {
        if (inside.incrementAndGet() != 1) {
            wrong.compareAndSet(null, "two threads were the loop at once");
        }
        for (int i = 0; task % STAYS_HERE_EVERY == 0 && i < STEPS; i++) {
            Thread.onSpinWait(); // for whoever else might take itself for the loop
        }
        if (done[number] != task) {
            wrong.compareAndSet(null, "task " + task + " was run after " + done[number] + " of its thread");
        }
        done[number]++;
        if (task % LENT_EVERY == 0) {
            loop.lend(() -> {
                if (stays) {
                    LockSupport.parkNanos(50_000);
                }
                left.countDown();
            });
        }
        inside.decrementAndGet();
        left.countDown();
    }

    private void takesOver(SplittableRandom own) {
        while (!Thread.interrupted()) {
            loop.goOn();
            LockSupport.parkNanos(own.nextInt(30_000));
        }
    }
}
