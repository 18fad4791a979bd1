package org.sojourn.threads.programs;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Tasks that say when they begin and what they come to: among them what returns, throws, returns what can't travel, and is interrupted. */
public final class Troubled {
    private Troubled() {}

    /** Each third one throws, and each one after that returns what can't travel. */
    record Task(int number) implements Callable<Object> {
        @Override
        public Object call() {
            if (number % 3 != 2) {
                System.out.println("began " + number);
            }
            if (number == 3) {
                printMuch();
            }
            long sum = 0;
            for (int i = 0; i < 3_000; i++) {
                for (int j = 0; j < 5; j++) {
                    sum += i * j + number;
                }
            }
            if (number % 3 == 1) {
                throw new IllegalStateException("threw " + sum);
            }
            return number % 3 == 0 ? sum : Optional.of(sum);
        }
    }

    /** Without a poll in between, so that all of it is of one delta set. */
    private static void printMuch() {
        String row = "3 " + "-".repeat(8_098);
        printTwice(row);
        printTwice(row);
        printTwice(row);
    }

    private static void printTwice(String row) {
        System.out.println(row);
        System.out.println(row);
    }

    static void untilInterrupted() {
        System.out.println("began waiting");
        long rounds = 0;
        while (!Thread.interrupted()) {
            for (int i = 0; i < 100; i++) {
                rounds += i;
            }
        }
        System.out.println("interrupted " + (rounds >= 0));
    }

    /**
     * Runs all of it.
     *
     * @param args none
     */
    public static void main(String[] args) throws InterruptedException {
        Thread waits = new Thread(Troubled::untilInterrupted, "waits");
        waits.setUncaughtExceptionHandler((its, thrown) ->
                System.out.println("waits got " + thrown.getClass().getSimpleName()));
        waits.start();
        ExecutorService pool = Executors.newFixedThreadPool(3);
        List<Future<Object>> all = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            all.add(pool.submit(new Task(i)));
        }
        for (int i = 0; i < all.size(); i++) {
            try {
                System.out.println(i + " is " + all.get(i).get());
            } catch (ExecutionException e) {
                Throwable why = Objects.requireNonNull(e.getCause());
                boolean isLoss = why.getClass().getSimpleName().equals("PlaceLostError");
                System.out.println(i + (isLoss ? " lost" : " failed: " + why.getMessage()));
            }
        }
        pool.shutdown();
        waits.interrupt();
        waits.join();
        System.out.println("over");
    }
}
