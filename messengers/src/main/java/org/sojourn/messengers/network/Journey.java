package org.sojourn.messengers.network;

import java.util.BitSet;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.sojourn.messengers.MessengerFailedException;

/**
 * All that has come of one injection: the messenger, those that it has made, and theirs. It is over when all of them have ended.
 *
 * <p>The first one sets out with the whole of it. Whoever makes another messenger gives it half of its own share ({@link Share}), and
 * whoever ends gives back what it has; so the shares of those that live, with those given back, always are the whole, and the journey is
 * over when all is back. (Weight throwing: Shing-Tsaan Huang, <i>Detecting Termination of Distributed Computations by External Agents</i>,
 * 1989.) Shares are powers of one half, of any size, so that none is ever too small to be halved and nobody has to ask for more. What is
 * back is a binary fraction here: two equal shares make one of twice the size.
 */
final class Journey {
    private final CompletableFuture<Void> end = new CompletableFuture<>();

    /** Bit i stands for a share that was halved i times. Guarded by this. */
    private final BitSet back = new BitSet();

    /** What the first of them says that has failed. Guarded by this. */
    private @Nullable String failure;

    /** How many have failed. Guarded by this. */
    private long failures;

    CompletableFuture<Void> end() {
        return end;
    }

    /** A share is given back; returns whether all are. */
    boolean returned(int halvings) {
        synchronized (this) {
            int at = halvings;
            while (at > 0 && back.get(at)) {
                back.clear(at--);
            }
            back.set(at);
            return back.get(0);
        }
    }

    /** One of its messengers has failed, or was lost. The others go on; {@link #over} tells whoever waits. */
    synchronized void failed(String sentence) {
        failures++;
        if (failure == null) {
            failure = sentence;
        }
    }

    /** All have ended, or one has failed. */
    void over() {
        String why;
        synchronized (this) {
            why = failures > 1 ? failure + "; and " + (failures - 1) + " more by now, which the log names" : failure;
        }
        if (why == null) {
            end.complete(null);
        } else {
            end.completeExceptionally(new MessengerFailedException(why));
        }
    }
}
