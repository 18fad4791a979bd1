package org.sojourn.threads.programs;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Tasks that share nothing that changes: they come to the same wherever they run. */
public final class Works {
    private Works() {}

    enum Colour {
        RED,
        GREEN
    }

    record Pair(String name, Colour colour) {}

    /** Numbers in an array of its own, in loops within loops. */
    record Sieve(int most) implements Callable<Integer> {
        @Override
        public Integer call() {
            boolean[] out = new boolean[most];
            int count = 0;
            for (int i = 2; i < most; i++) {
                if (!out[i]) {
                    count++;
                    for (int j = 2 * i; j < most; j += i) {
                        out[j] = true;
                    }
                }
            }
            System.out.println("sieve " + most + " " + count);
            return count;
        }
    }

    /** Collections of its own, strings, an enum and records. */
    record Words(String text, Colour colour) implements Callable<List<Pair>> {
        @Override
        public List<Pair> call() {
            TreeMap<String, Integer> counts = new TreeMap<>();
            ArrayDeque<String> waiting = new ArrayDeque<>(Arrays.asList(text.split(" ")));
            StringBuilder all = new StringBuilder();
            for (int round = 0; !waiting.isEmpty(); round++) {
                String word = waiting.poll();
                counts.merge(word, 1, Integer::sum);
                all.append(word).append(round);
                spin(word);
            }
            List<Pair> pairs = new ArrayList<>();
            for (int i = 0; i < all.length(); i += 7) {
                pairs.add(new Pair(all.substring(i, Math.min(i + 7, all.length())), i % 2 == 0 ? colour : Colour.RED));
            }
            System.out.println("words " + counts);
            return pairs.stream().toList();
        }

        private static long spin(String word) {
            long sum = 0;
            for (int i = 0; i < 2_000; i++) {
                for (int j = 0; j < 5; j++) {
                    sum += i * j + word.length();
                }
            }
            return sum;
        }
    }

    /** Recursion that throws at its bottom, and catches further up. */
    record Falls(int depth) implements Callable<String> {
        @Override
        public String call() {
            StringBuilder trail = new StringBuilder();
            try {
                fall(depth, trail);
            } catch (IllegalStateException e) {
                trail.append(e.getMessage()).append(' ').append(e.getCause());
            }
            if (depth % 3 == 0) {
                throw new IllegalArgumentException("fell " + depth + trail, new ArithmeticException("by three"));
            }
            return trail.toString();
        }

        private static void fall(int left, StringBuilder trail) {
            long sum = 0;
            for (int i = 0; i < 200; i++) {
                for (int j = 0; j < 5; j++) {
                    sum += i ^ j;
                }
            }
            try {
                if (left > 0) {
                    fall(left - 1, trail);
                } else {
                    throw new IllegalStateException("bottom " + sum, new UnsupportedOperationException("deep"));
                }
            } finally {
                trail.append(left).append(',');
            }
        }
    }

    /** A frame of the platform in each level. */
    static long levels(int left) {
        long spent = spin(left);
        if (left > 0) {
            List.of(left).forEach(level -> levels(level - 1));
        }
        System.out.println("level " + left + " " + spent);
        return spent;
    }

    private static long spin(int seed) {
        long sum = seed;
        for (int i = 0; i < 500; i++) {
            for (int j = 0; j < 3; j++) {
                sum = sum * 31 + i * j;
            }
        }
        return sum;
    }

    /** What a thread sees of itself. */
    static void self() {
        Thread own = Thread.currentThread();
        long number = own.threadId();
        boolean isSame = true;
        for (int i = 0; i < 3_000; i++) {
            for (int j = 0; j < 3; j++) {
                isSame &= Thread.currentThread().threadId() == number && own.isAlive();
            }
        }
        System.out.println(own.getName() + " " + own.getPriority() + " " + own.isDaemon() + " " + isSame + " "
                + own.equals(Thread.currentThread()));
    }

    /**
     * Runs all of it.
     *
     * @param args a number from which the rest follows
     */
    public static void main(String[] args) throws Exception {
        int seed = Integer.parseInt(args[0]);
        List<String> results = new ArrayList<>();
        ExecutorService pool = Executors.newFixedThreadPool(3);
        List<Future<?>> all = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            all.add(pool.submit(new Sieve(3_000 + seed * 10 + i)));
            all.add(pool.submit(new Words("a rose is a rose is a rose " + seed, Colour.GREEN)));
            all.add(pool.submit(new Falls(i + seed % 5)));
        }
        for (Future<?> each : all) {
            try {
                results.add(String.valueOf(each.get()));
            } catch (ExecutionException e) {
                Throwable thrown = Objects.requireNonNull(e.getCause());
                results.add(thrown + " by " + thrown.getCause());
            }
        }
        pool.shutdown();
        Thread levels = new Thread(() -> levels(6), "levels");
        Thread self = new Thread(Works::self, "self");
        self.setPriority(7);
        self.setDaemon(true);
        Thread virtual = Thread.ofVirtual().name("virtual").unstarted(Works::self);
        levels.start();
        levels.join();
        self.start();
        self.join();
        virtual.start();
        virtual.join();
        Keeps.all(seed);
        Thread open = new Thread(() -> System.out.print("a line that doesn't end " + spin(seed)), "open");
        open.start();
        open.join();
        System.out.println(", but here");
        results.forEach(System.out::println);
    }
}
