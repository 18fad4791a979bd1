package org.sojourn.threads.programs;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

/** Tasks that may not leave, each for another reason. */
public final class Stays {
    private static int counter;
    private static final int[] TABLE = {1, 2, 3};
    private static final String HOME = System.getProperty("user.home");

    private Stays() {}

    interface Shape {
        double area();
    }

    record Boxed(Shape shape) implements Runnable {
        @Override
        public void run() {
            spin(shape.area());
        }
    }

    static final class Own extends Thread {
        @Override
        public void run() {
            spin(1);
        }
    }

    record Holder(List<Integer> numbers) implements Runnable {
        @Override
        public void run() {
            spin(numbers.size());
        }
    }

    static final class Locked implements Runnable {
        @Override
        public synchronized void run() {
            spin(1);
        }
    }

    static final class Same implements Runnable {
        @Override
        public void run() {
            Object one = new Object();
            Object other = spin(1) > 0 ? one : new Object();
            if (one == other) {
                spin(2);
            }
        }
    }

    static final class Lucky implements Runnable {
        @Override
        public void run() {
            spin(Math.random());
        }
    }

    static final class Rolls implements Runnable {
        @Override
        public void run() {
            spin(new Random().nextInt());
        }
    }

    static double spin(double seed) {
        double sum = seed;
        for (int i = 0; i < 300; i++) {
            for (int j = 0; j < 5; j++) {
                sum += i * j;
            }
        }
        return sum;
    }

    private static void run(String name, Runnable run) throws InterruptedException {
        Thread thread = new Thread(run, name);
        thread.start();
        thread.join();
    }

    /**
     * Runs all of it.
     *
     * @param args none
     */
    public static void main(String[] args) throws Exception {
        AtomicLong sum = new AtomicLong();
        long[] cells = new long[1];
        start(sum, cells);
        run("odd", () -> {}); // so that those that began at home begin elsewhere
        start(sum, cells);
        System.out.println(cells[0] + " " + sum + " " + counter + " " + HOME.isEmpty());
    }

    private static void start(AtomicLong sum, long[] cells) throws InterruptedException {
        run("captures-array", () -> spin(cells[0]++));
        run("captures-atomic", () -> spin(sum.incrementAndGet()));
        run("sets-static", () -> counter = (int) spin(1));
        run("reads-table", () -> spin(TABLE[1]));
        run("environment", () -> spin(HOME.length()));
        run("interface", new Boxed(() -> 2));
        run("list", new Holder(new ArrayList<>(List.of(1))));
        run("locked", new Locked());
        run("same", new Same());
        run("lucky", new Lucky());
        run("rolls", new Rolls());
        Own own = new Own();
        own.setName("own");
        own.start();
        own.join();
    }
}
