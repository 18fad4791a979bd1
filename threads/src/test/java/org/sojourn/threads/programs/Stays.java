package org.sojourn.threads.programs;

import java.io.OutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

/** Tasks that may not leave, each for another reason. */
public final class Stays {
    private static int counter;
    private static final int[] TABLE = {1, 2, 3};
    private static final String HOME = System.getProperty("user.home");

    private static final ThreadLocal<Integer> LOCAL = ThreadLocal.withInitial(() -> 7);

    private Stays() {}

    interface Shape {
        double area();
    }

    record Boxed(Shape shape) implements Runnable {
        @Override
        public void run() {
            Loops.spin(shape.area());
        }
    }

    static final class Own extends Thread {
        private boolean isStopped;

        void end() {
            isStopped = true;
        }

        @Override
        public void run() {
            Loops.spin(isStopped ? 1 : 2);
        }
    }

    /** It is ended by another task. */
    static final class Ended extends Thread {
        private boolean isEnding;

        void end() {
            isEnding = true;
        }

        @Override
        public void run() {
            Loops.spin(isEnding ? 1 : 2);
        }
    }

    record Ends(Ended worker) implements Runnable {
        @Override
        public void run() {
            worker.end();
        }
    }

    /** What ends it is made by its constructor, for others to run. */
    static final class Timed extends Thread {
        private boolean isOver;

        Timed(List<Runnable> later) {
            later.add(() -> isOver = true);
        }

        @Override
        public void run() {
            Loops.spin(isOver ? 1 : 2);
        }
    }

    /** It has a say when it is interrupted. */
    static final class Told extends Thread {
        @Override
        public void interrupt() {
            System.out.println("told");
            super.interrupt();
        }

        @Override
        public void run() {
            Loops.spin(1);
            interrupt();
            System.out.println(isInterrupted() + " " + Thread.currentThread().isInterrupted() + " " + interrupted());
        }
    }

    /** It has a say when it is asked whether it was interrupted. */
    static final class Asked extends Thread {
        @Override
        public boolean isInterrupted() {
            return !super.isInterrupted();
        }

        @Override
        public void run() {
            Loops.spin(1);
            System.out.println(isInterrupted() + " " + Thread.currentThread().isInterrupted() + " " + interrupted());
        }
    }

    static final class Watched extends Thread {
        volatile double progress;

        @Override
        public void run() {
            progress = Loops.spin(1);
        }
    }

    /** It counts by a method that any thread may call. */
    static final class Shared implements Runnable, AutoCloseable {
        private int count;

        @Override
        public void run() {
            Loops.spin(count);
            close();
        }

        @Override
        public void close() {
            count++;
        }
    }

    /** To be put together at another place its class must be initialised there. */
    static final class Dated implements Runnable {
        static final long BORN = System.nanoTime();

        @Override
        public void run() {
            Loops.spin(1);
        }
    }

    record Holder(List<Integer> numbers) implements Runnable {
        @Override
        public void run() {
            Loops.spin(numbers.size());
        }
    }

    static final class Locked implements Runnable {
        @Override
        public synchronized void run() {
            Loops.spin(1);
        }
    }

    static final class Same implements Runnable {
        @Override
        public void run() {
            Object one = new Object();
            Object other = Loops.spin(1) > 0 ? one : new Object();
            if (one == other) {
                Loops.spin(2);
            }
        }
    }

    static final class Lucky implements Runnable {
        @Override
        public void run() {
            Loops.spin(Math.random());
        }
    }

    static final class Rolls implements Runnable {
        @Override
        public void run() {
            Loops.spin(new Random().nextInt());
        }
    }

    /** Its own code prints. */
    static final class Numbered extends PrintStream {
        private int lines;

        Numbered(OutputStream to) {
            super(to, true);
        }

        @Override
        public void println(int number) {
            super.println(++lines + " " + number);
        }
    }

    /** In a class by itself, which needs nothing that may not leave. */
    private static final class Loops {
        static void prints() {
            spin(1);
            System.out.println(5);
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
    }

    private static void run(String name, Runnable run) throws InterruptedException {
        begin(new Thread(run), name);
    }

    private static void begin(Thread thread, String name) throws InterruptedException {
        thread.setName(name);
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
        run("captures-array", () -> Loops.spin(cells[0]++));
        run("captures-atomic", () -> Loops.spin(sum.incrementAndGet()));
        run("sets-static", () -> counter = (int) Loops.spin(1));
        run("reads-table", () -> Loops.spin(TABLE[1]));
        run("environment", () -> Loops.spin(HOME.length()));
        run("interface", new Boxed(() -> 2));
        run("list", new Holder(new ArrayList<>(List.of(1))));
        run("locked", new Locked());
        run("same", new Same());
        run("lucky", new Lucky());
        run("rolls", new Rolls());
        run("local", () -> Loops.spin(LOCAL.get()));
        run(
                "group",
                () -> Loops.spin(
                        Thread.currentThread().getThreadGroup().getName().length()));
        run("shared", new Shared());
        run("dated", new Dated());
        run("monitor", () -> {
            Object own = new Object();
            synchronized (own) {
                Loops.spin(1);
            }
        });
        Own own = new Own();
        own.setName("own");
        own.start();
        own.end();
        own.join();
        Ended ended = new Ended();
        new Ends(ended).run();
        begin(ended, "ended");
        List<Runnable> later = new ArrayList<>();
        Timed timed = new Timed(later);
        later.getFirst().run();
        begin(timed, "timed");
        Told told = new Told();
        told.setName("told");
        told.interrupt();
        told.start();
        told.join();
        begin(new Asked(), "asked");
        begin(new Watched(), "watched");
        ThreadGroup group = new ThreadGroup("g".repeat(70_000));
        begin(new Thread(group, () -> Loops.spin(1)), "grouped");
        PrintStream before = System.out;
        System.setOut(new Numbered(before));
        run("numbered", () -> Loops.prints());
        System.setOut(before);
    }

    /** Two methods that call each other, of which one may be the first to leave. */
    static final class Mutual {
        private Mutual() {}

        static boolean even(int number) {
            return number == 0 || odd(new int[] {number - 1});
        }

        static boolean odd(int[] number) {
            return number[0] != 0 && even(number[0] - 1);
        }
    }
}
