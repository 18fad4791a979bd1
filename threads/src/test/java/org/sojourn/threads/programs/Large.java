package org.sojourn.threads.programs;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** What takes 800 kB to travel. */
public final class Large {
    private static final int COUNT = 100_000;

    private Large() {}

    static void returns() throws Exception {
        try (ExecutorService pool = Executors.newFixedThreadPool(1)) {
            System.out.println("returned " + pool.submit(Large::numbers).get().length);
        }
    }

    static long[] numbers() {
        return new long[COUNT];
    }

    static void holds() {
        long[] numbers = new long[COUNT];
        System.out.println("holds");
        long rounds = 0;
        while (!Thread.currentThread().isInterrupted()) {
            for (int i = 0; i < 100; i++) {
                numbers[i] = ++rounds;
            }
        }
        System.out.println("held " + numbers.length + " " + (rounds > 0));
    }

    /**
     * Does one of them.
     *
     * @param args which
     */
    public static void main(String[] args) throws Exception {
        Thread first = new Thread(() -> {}, "first"); // which begins at home, so that what is large doesn't
        first.start();
        first.join();
        if (args[0].equals("returns")) {
            returns();
        } else {
            Thread thread = new Thread(Large::holds, "holds");
            thread.start();
            thread.join();
        }
        System.out.println("over");
    }
}
