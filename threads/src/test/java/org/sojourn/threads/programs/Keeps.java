package org.sojourn.threads.programs;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Threads and tasks as they were written before there were futures: they extend {@code Thread}, and leave what they come to in their fields. */
final class Keeps {
    private Keeps() {}

    /** Counts in its fields, by methods of its own, a frame of the platform and a lambda. */
    static class Counter extends Thread {
        private final int most;
        private int count;
        private long sum;
        private String trail = "";
        private @Nullable Thread self;
        protected boolean isOver;

        Counter(String name, int most) {
            super(name);
            this.most = most;
        }

        @Override
        public void run() {
            Counter seen = (Counter) Thread.currentThread();
            boolean isSame = seen.threadId() == threadId() && seen.getName().equals(getName()) && seen.equals(this);
            self = Thread.currentThread();
            for (int i = 0; i < most; i++) {
                step(i);
            }
            List.of(1, 2, 3).forEach(each -> {
                for (int i = 0; i < 200; i++) {
                    sum += (long) each * i;
                }
                trail += each;
            });
            System.out.println(getName() + " " + isSame + " " + isDaemon() + " "
                    + toString().equals("Thread[#" + threadId() + "," + getName() + "," + getPriority() + ",main]"));
            isOver = true;
            if (most % 2 == 1) {
                throw new IllegalStateException(trail + sum);
            }
        }

        private void step(int i) {
            for (int j = 0; j < 20; j++) {
                sum += i * j;
            }
            count++;
        }

        final String result() {
            return count + " " + sum + " " + trail + " " + isOver + " " + (self == this);
        }
    }

    /** One that is a counter, too. */
    static final class Named extends Counter {
        private int rounds;

        Named(int most) {
            super("named", most);
        }

        @Override
        public void run() {
            for (int i = 0; i < 300; i++) {
                rounds++;
            }
            super.run();
        }

        @Override
        public String toString() {
            return "named by itself after " + rounds;
        }
    }

    /** A task that is run once more with what it had come to. */
    static final class Twice implements Runnable {
        private int count;
        private @Nullable Double half;

        @Override
        public void run() {
            for (int i = 0; i < 2_000; i++) {
                count++;
            }
            half = count / 2.0;
        }
    }

    static void all(int seed) throws InterruptedException {
        List<Counter> counters = new ArrayList<>(List.of(new Named(500 + seed * 2)));
        for (int i = 0; i < 3; i++) {
            counters.add(new Counter("counter-" + i, 400 + seed + i));
        }
        for (Counter each : counters) {
            each.setUncaughtExceptionHandler((its, thrown) ->
                    System.out.println(its.getName() + " " + thrown.getMessage() + " " + (its == each)));
            each.start();
        }
        Twice twice = new Twice();
        for (int i = 0; i < 2; i++) {
            Thread runs = new Thread(twice, "twice");
            runs.start();
            runs.join();
            System.out.println("twice " + twice.count + " " + twice.half);
        }
        for (Counter each : counters) {
            each.join();
            System.out.println(each.getName() + " " + each.result());
        }
    }
}
