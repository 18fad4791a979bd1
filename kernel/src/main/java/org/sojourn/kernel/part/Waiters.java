package org.sojourn.kernel.part;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Threads of the program that wait for the answer to a question of a part at this place. If the part leaves, the answer goes after it;
 * if it exits or is restarted, the answer is taken by nobody. The threads would wait for ever, so they are told.
 *
 * <p>A thread that began to wait before the part is packed keeps the part here ({@link Pending#staysBecause}). This object is for
 * threads that begin to wait between packing and leaving. A thread looks whether the part has left and is noted in one
 * step, by the lock of this object; the part's turn looks for threads under the same lock, after it has closed its inbox, which
 * is what {@link Movable#isElsewhere} reads. So if the thread comes first, it is found; if it comes second, it finds that the
 * part has left. An exit closes the inbox as well. A restart raises the number of the part's life before it looks for threads, and each
 * thread says in which life its question was asked.
 */
public final class Waiters {
    private final Map<Cell, List<CompletableFuture<?>>> waiting = new HashMap<>();

    Waiters() {}

    /**
     * Has a thread told when a part leaves this place, exits or is restarted.
     *
     * @param asker the part
     * @param life the number of the part's life in which it has asked
     * @param left completed with null then; at once if that has happened already
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

    /**
     * Forgets a thread that waits no more.
     *
     * @param asker the part
     * @param left the argument of {@link #add}
     */
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
