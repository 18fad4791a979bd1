package org.sojourn.bench.jvm;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.pekko.actor.ActorSystem;

/** The end of Pekko's systems, when all is measured. */
public final class PekkoEnd {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private PekkoEnd() {}

    /**
     * Ends systems, and waits for their ends, though not for ever: on one core, with JDK 25.0.3, a thread of a ForkJoinPool was seen to go round
     * in {@code WorkQueue.nextLocalTask} for hours. If one doesn't end, the standard error says so, and its threads go on until the process ends.
     *
     * @param systems all that are to end
     * @throws IllegalStateException if one ends with a failure
     */
    public static void await(List<ActorSystem> systems) {
        await(systems, PATIENCE);
    }

    static void await(List<ActorSystem> systems, Duration patience) {
        systems.forEach(ActorSystem::terminate);
        for (ActorSystem each : systems) {
            try {
                each.getWhenTerminated().toCompletableFuture().get(patience.toMillis(), TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                System.err.println("Pekko's system " + each.name() + " didn't end within " + patience.toSeconds()
                        + " s; what is measured in this process from now on may be disturbed by its threads");
            } catch (ExecutionException e) {
                throw new IllegalStateException("Pekko's system " + each.name() + " ended with a failure", e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }
}
