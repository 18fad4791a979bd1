package own;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A program with threads, whose main throws while a pool waits for more to do. The handler of what nobody catches stops the pool. */
public final class Throws {
    private Throws() {}

    /**
     * Begins a pool, and throws.
     *
     * @param args none
     */
    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.execute(() -> {});
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {
            System.out.println(thread.getName() + " threw " + thrown.getMessage());
            pool.shutdown();
        });
        throw new IllegalStateException("main has had enough");
    }
}
