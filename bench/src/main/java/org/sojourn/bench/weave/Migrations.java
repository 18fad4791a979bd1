package org.sojourn.bench.weave;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.sojourn.host.Sojourn;
import org.sojourn.threads.ThreadSpace;

/** Two JVMs, and a program whose threads go from one to the other by order. */
final class Migrations implements AutoCloseable {
    private static final String PACKAGE = Migrations.class.getPackageName() + ".threads";
    private static final List<String> CLASSES = List.of("Carrier", "Commuter", "Levels", "TwoPlaces");
    private static final int PATIENCE_SECONDS = 60;
    private static final int WARM_UP_SECONDS = 10;
    private static final int WARM_UP_COUNT = 100;
    private static final double NANOS_PER_MICRO = 1e3;

    private final WovenJar jar;
    private final Sojourn sojourn;
    private final ThreadSpace space;
    private final ThreadGroup group = new ThreadGroup("program");

    Migrations() throws IOException, ReflectiveOperationException {
        jar = WovenJar.ofThreads(PACKAGE, CLASSES);
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(jar); // the program's classes, for its places
        try {
            sojourn = (Sojourn) ((Supplier<?>) made("TwoPlaces")).get();
            space = sojourn.guest(ThreadSpace.class);
        } finally {
            thread.setContextClassLoader(before);
        }
        space.open(group, new ThreadSpace.Settings(false, 0));
    }

    /** Has both JVMs compile what moves threads; a row's own warm-up is too short for that. */
    void warmUp() throws Exception {
        long began = System.nanoTime();
        while (System.nanoTime() - began < TimeUnit.SECONDS.toNanos(WARM_UP_SECONDS)) {
            bounces(WARM_UP_COUNT);
            ways(WARM_UP_COUNT, WARM_UP_COUNT);
            moves(WARM_UP_COUNT, WARM_UP_COUNT);
        }
    }

    private Object made(String name, Object... arguments) throws ReflectiveOperationException {
        return Class.forName(PACKAGE + "." + name, true, jar)
                .getConstructors()[0]
                .newInstance(arguments);
    }

    /**
     * Has a thread in a loop ordered to the other JVM and back.
     *
     * @param bytes what it has with it
     * @param count how often
     * @return what a move takes, in microseconds: half of the time from one order to the next one that it is back for
     */
    double moves(int bytes, int count) throws Exception {
        Runnable program = (Runnable) made("Carrier", bytes);
        Thread thread = new Thread(group, program);
        thread.start();
        long began = System.nanoTime();
        for (int i = 0; i < count; i++) {
            order(thread, 1);
            order(thread, 0);
        }
        double micros = (System.nanoTime() - began) / NANOS_PER_MICRO / count / 2;
        end(thread, program);
        return micros;
    }

    /**
     * Has threads ordered to the other JVM and back, as before, and lets them say how long they were on their way.
     *
     * @param bytes what each has with it
     * @param count how many
     * @return the median move, in microseconds: from the last that a thread does at one place to the first that it does at the other
     */
    double ways(int bytes, int count) throws Exception {
        double[] taken = new double[count];
        for (int i = 0; i < count; i++) {
            Runnable program = (Runnable) made("Commuter", bytes);
            Thread thread = new Thread(group, program);
            thread.start();
            order(thread, 1);
            order(thread, 0); // it is in its loop now
            thread.interrupt();
            await(() -> !thread.isInterrupted(), "a thread hasn't seen that it was interrupted");
            order(thread, 1);
            order(thread, 0);
            end(thread, program);
            taken[i] = ((LongSupplier) program).getAsLong() / NANOS_PER_MICRO / 2;
        }
        Arrays.sort(taken);
        return taken[count / 2];
    }

    private void order(Thread thread, int place) throws Exception {
        String how = space.move(thread, place).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        if (!how.equals("is at p" + place)) {
            throw new IllegalStateException("a thread that was ordered to p" + place + " " + how);
        }
    }

    /**
     * Has a thread moved that is deep, with a frame of the platform in each level, and go up again.
     *
     * @param depth its levels
     * @return what a level takes, in microseconds: its frame goes to the other JVM, runs there and says what it comes to
     */
    double bounces(int depth) throws Exception {
        Runnable program = (Runnable) made("Levels", depth);
        Thread thread = new Thread(group, program);
        thread.start();
        await(
                () -> thread.getStackTrace().length >= depth,
                "a thread isn't deep yet"); // one that is ordered before it has begun leaves as a whole
        long before = number("deltas");
        order(thread, 1);
        long began = System.nanoTime();
        end(thread, program);
        double micros = (System.nanoTime() - began) / NANOS_PER_MICRO / depth;
        long sent = number("deltas") - before;
        if (sent != depth + 1) {
            throw new IllegalStateException("of " + (depth + 1) + " delta sets " + sent
                    + " went to the other place; the space says " + space.report());
        }
        return micros;
    }

    private static void await(BooleanSupplier condition, String otherwise) {
        long began = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - began > TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS)) {
                throw new IllegalStateException(otherwise + " after " + PATIENCE_SECONDS + " s");
            }
            Thread.onSpinWait();
        }
    }

    /** {@return the bytes of a delta set that has next to nothing with it} */
    double bytes() throws Exception {
        long before = number("bytes");
        long sets = number("deltas");
        moves(0, 1);
        return (number("bytes") - before) / (double) (number("deltas") - sets);
    }

    private long number(String of) {
        return ((Number) space.report().getOrDefault(of, 0)).longValue();
    }

    private static void end(Thread thread, Runnable program) throws InterruptedException {
        thread.interrupt();
        thread.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
        if (thread.isAlive() || !program.toString().equals("whole")) {
            throw new IllegalStateException("a thread that has moved is " + program + (thread.isAlive() ? ", on" : ""));
        }
    }

    @Override
    public void close() {
        space.close();
        sojourn.close();
        jar.close();
    }
}
