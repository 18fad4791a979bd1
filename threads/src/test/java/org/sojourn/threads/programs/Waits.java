package org.sojourn.threads.programs;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;

/** Threads that go on until something happens to them. */
public final class Waits {
    private Waits() {}

    static void untilInterrupted() {
        long rounds = 0;
        while (!Thread.currentThread().isInterrupted()) {
            for (int i = 0; i < 100; i++) {
                rounds += i;
            }
        }
        boolean wasInterrupted = Thread.interrupted();
        System.out.println(
                "interrupted " + wasInterrupted + " " + Thread.currentThread().isInterrupted() + " " + (rounds >= 0));
    }

    static void sleeps() {
        try {
            Thread.sleep(100_000);
            System.out.println("slept");
        } catch (InterruptedException e) {
            System.out.println("woken " + Thread.currentThread().isInterrupted());
            Thread.currentThread().interrupt();
        }
    }

    /** Can't leave its first loop, which has an iterator. */
    static void iterates() {
        for (int each : List.of(1)) {
            untilInterrupted();
            System.out.println("iterated " + each);
        }
        untilInterrupted();
    }

    /** 5 MB. */
    static void prints() {
        String row = "-".repeat(99);
        for (int i = 0; i < 50_000; i++) {
            System.out.println(row);
        }
    }

    static void umlaut() {
        System.out.println("\u00e4");
        System.out.write(0xE4);
        System.out.println();
    }

    static Optional<String> catches() {
        try {
            Thread.sleep(100_000);
            return Optional.of("slept");
        } catch (InterruptedException e) {
            return Optional.of("woken");
        }
    }

    private static void waitForWhatCantTravel() {
        try (ExecutorService pool = Executors.newFixedThreadPool(1, task -> new Thread(task, "waits"))) {
            System.out.println(pool.submit(Waits::catches).get().orElseThrow());
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    static void forEver() {
        long rounds = 0;
        while (rounds >= 0) {
            for (int i = 0; i < 100; i++) {
                rounds ^= i;
            }
        }
    }

    record Text(String text) {}

    private static String text(int number) {
        return "text " + number;
    }

    /** An object waits for its constructor in a variable, so no frame of this can leave. */
    private static int unwoven(int number) {
        List.of(number).forEach(each -> untilInterrupted());
        Text made = new Text(
                switch (number) {
                    case 0 -> {
                        try {
                            yield text(number);
                        } catch (RuntimeException e) {
                            yield "none";
                        }
                    }
                    default -> "";
                });
        return made.text().length();
    }

    static void callsUnwoven() {
        int length = unwoven(0);
        System.out.println("unwoven " + length);
    }

    private static final int TIMES = 5_000;

    /** Counts its interrupts, each of which is seen before the next one comes. */
    static void counts() {
        int count = 0;
        while (count < TIMES) {
            try {
                Thread.sleep(100_000);
            } catch (InterruptedException e) {
                count++;
            }
        }
    }

    private static void interruptOneByOne() throws InterruptedException {
        Thread thread = new Thread(Waits::counts, "waits");
        thread.start();
        for (int i = 0; i < TIMES; i++) {
            thread.interrupt();
            while (thread.isInterrupted()) {
                Thread.onSpinWait();
            }
        }
        thread.join(30_000);
        System.out.println("counted " + !thread.isAlive());
        while (thread.isAlive()) {
            thread.interrupt();
        }
    }

    static void asks() {
        System.out.print("well? ");
        System.out.flush();
        untilInterrupted();
    }

    /** Leaves within what stays; then waits for what it was given meanwhile. */
    static void parks() {
        List.of(1).forEach(each -> untilInterrupted());
        LockSupport.park();
        System.out.println("has its permit");
    }

    /** One loop, without another in it and without a call. */
    static void innermost(long rounds) {
        long sum = 0;
        for (long i = 0; i < rounds; i++) {
            sum += i ^ sum;
        }
        System.out.println("innermost " + sum);
    }

    /**
     * Starts one of them.
     *
     * @param args which; how many rounds, for the innermost loop
     */
    public static void main(String[] args) throws Exception {
        Runnable which = switch (args[0]) {
            case "interrupted" -> Waits::untilInterrupted;
            case "sleeps" -> Waits::sleeps;
            case "prints" -> Waits::prints;
            case "umlaut" -> Waits::umlaut;
            case "iterates" -> Waits::iterates;
            case "unwoven" -> Waits::callsUnwoven;
            case "asks" -> Waits::asks;
            case "parks" -> Waits::parks;
            case "innermost" -> {
                long rounds = Long.parseLong(args[1]);
                yield () -> innermost(rounds);
            }
            default -> Waits::forEver;
        };
        Thread first = new Thread(() -> {}, "first"); // which begins at home, so that the other one doesn't
        first.start();
        first.join();
        if (args[0].equals("catches")) {
            waitForWhatCantTravel();
            return;
        }
        if (args[0].equals("counts")) {
            interruptOneByOne();
            return;
        }
        Thread thread = new Thread(which, "waits");
        thread.setUncaughtExceptionHandler((its, thrown) ->
                System.out.println(its.getName() + " got " + thrown.getClass().getSimpleName()));
        thread.start();
        thread.join();
        System.out.println("over " + thread.isInterrupted());
    }
}
