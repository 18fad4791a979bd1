package org.example.visits;

import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.sojourn.selectors.Handle;

/** What the rest of the program uses. */
@Singleton
public class Visits {
    private final Handle<Counter.Visit> counter;

    Visits(Handle<Counter.Visit> counter) {
        this.counter = counter;
    }

    CompletableFuture<Integer> visit() {
        return counter.request(Counter.Visit::new, Duration.ofSeconds(10));
    }
}
