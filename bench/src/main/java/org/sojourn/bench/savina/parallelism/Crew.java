package org.sojourn.bench.savina.parallelism;

import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.sojourn.selectors.Handle;

/**
 * A master's workers, and its books: what it has handed out, what is done, and who has stopped. Belongs to one master.
 *
 * @param <M> what the workers are told
 */
final class Crew<M> {
    private final List<Handle<M>> workers;
    private int handedOut;
    private int done;
    private int stopped;

    Crew(int size, IntFunction<Handle<M>> worker) {
        this.workers = IntStream.range(0, size).mapToObj(worker).toList();
    }

    /** Books a piece of work for the worker whose turn it is. */
    Handle<M> next() {
        return worker(handedOut);
    }

    /** Books a piece of work for a certain worker; those that differ by the number of workers are the same. */
    Handle<M> worker(int index) {
        handedOut++;
        return workers.get(index % workers.size());
    }

    int handedOut() {
        return handedOut;
    }

    /** Books that a piece of work is done, and tells all workers to stop when it was the last. */
    void done(M stop) {
        done++;
        if (done == handedOut) {
            workers.forEach(worker -> worker.send(stop));
        }
    }

    /** Books that a worker has stopped, and returns whether it was the last. */
    boolean stopped() {
        stopped++;
        return stopped == workers.size();
    }
}
