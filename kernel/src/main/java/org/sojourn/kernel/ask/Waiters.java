package org.sojourn.kernel.ask;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.sojourn.kernel.part.Cell;

/**
 * Threads that are no parts and wait at this place for what a part of it has asked. If the part leaves, the answer goes after it; if
 * it exits or is restarted, nobody takes the answer. They would wait for ever, so they are told.
 *
 * <p>A thread that waits before the part is packed keeps it here, by what then hangs on the answer ({@link Question#staysBecause}).
 * This is for those that begin between then and the leaving. A thread looks whether the part has left and is noted in one step,
 * under the lock of this object. The part's turn looks for threads under the same lock, after it has closed its inbox, which {@link
 * Cell#isElsewhere} reads. So a thread that comes first is found, and one that comes second finds that the part has left. An exit
 * closes the inbox as well. A restart raises the number of the part's life first, and each thread tells the life it waits in.
 */
public final class Waiters {
    private final Map<Cell, List<CompletableFuture<?>>> waiting = new HashMap<>();

    Waiters() {}

    /**
     * Has a thread told when a part leaves this place, exits or is restarted.
     *
     * @param life the life in which the part has asked
     * @param left completed with null then, or now if that has happened
     */
    public void add(Cell asker, int life, CompletableFuture<?> left) {
        synchronized (this) {
            if (asker.isIn(life)) {
                waiting.computeIfAbsent(asker, any -> new ArrayList<>(1)).add(left);
                return;
            }
        }
        left.complete(null);
    }

    /** Forgets a thread that waits no more. */
    public synchronized void remove(Cell asker, CompletableFuture<?> left) {
        List<CompletableFuture<?>> known = waiting.get(asker);
        if (known != null && known.remove(left) && known.isEmpty()) {
            waiting.remove(asker);
        }
    }

    /** A part has left or has exited, and its inbox is closed; or it is in its next life. */
    void over(Cell asker) {
        List<CompletableFuture<?>> told;
        synchronized (this) {
            told = waiting.remove(asker);
        }
        if (told != null) {
            told.forEach(each -> each.complete(null));
        }
    }
}
