package org.sojourn.examples.buffer;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.sojourn.examples.usage.Arguments;
import org.sojourn.host.Sojourn;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.SelectorSystem;

/** The program {@code buffer [ITEMS]}: a producer and a consumer, at different places if there are some. */
public final class Buffer {
    private static final int CAPACITY = 8;
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private Buffer() {}

    /**
     * Looks at the arguments, without starting anything.
     *
     * @param args as typed
     * @throws org.sojourn.examples.usage.UsageException if they cannot be used
     */
    public static void check(String... args) {
        items(args);
    }

    /**
     * Runs the program.
     *
     * @param args {@code [ITEMS]}
     */
    public static void main(String[] args) {
        int items = Arguments.orExit(() -> items(args));
        try (var sojourn = Sojourn.start()) {
            run(sojourn, items);
        }
    }

    private static int items(String... args) {
        return Arguments.of("buffer [ITEMS]", 1, Set.of(), args).number(0, "ITEMS", 1000, 1, 1_000_000);
    }

    /** Puts without waiting, which the guard holds up, and takes one by one: each item once, in order. */
    static void run(SelectorSystem system, int items) {
        var last = system.places().getLast();
        Handle<BoundedBuffer.Message> buffer = system.create(last, () -> new BoundedBuffer(CAPACITY));
        var stored = new CompletableFuture<?>[items];
        for (int i = 0; i < items; i++) {
            long item = i;
            stored[i] = buffer.<Boolean>request(asker -> new BoundedBuffer.Put(item, asker), PATIENCE);
        }
        for (long expected = 0; expected < items; expected++) {
            long item = buffer.<Long>request(BoundedBuffer.Take::new, PATIENCE).join();
            if (item != expected) {
                throw new IllegalStateException("took item " + item + " where " + expected + " was next");
            }
        }
        CompletableFuture.allOf(stored).join();
        buffer.stop();
        system.result("items", items);
        System.out.println(
                items + " items went through a buffer of " + CAPACITY + " at " + last + ", each once, in order");
    }
}
