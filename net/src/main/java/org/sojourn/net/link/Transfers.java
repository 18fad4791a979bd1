package org.sojourn.net.link;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.sojourn.net.wire.Loop;

/**
 * Which peer may send a large packet to this place now: one at a time. On the loop.
 *
 * <p><b>Purpose.</b> A large packet takes memory here from its first piece to its last, and time on the wire. If all peers sent
 * theirs at once, each would take as long as all of them, and this place would hold all of them in part. So a sender asks first, by
 * ASK, and sends when it has leave, by LEAVE; the others wait in the order in which they asked. Only large packets wait: control and
 * data go on. (The minimal flow control of bulk data transfers: W. Kim and G. Agha, <i>Efficient Support of Location Transparency
 * in Concurrent Object-Oriented Programming Languages</i>, 1995, "Minimal Flow Control".)
 *
 * <pre>
 *   nothing --ASK--&gt; waiting --it is next: LEAVE--&gt; current --last piece--&gt; nothing
 *                                                    current --no piece for a while--&gt; slow --last piece--&gt; nothing
 * </pre>
 *
 * <p><b>Lost connections.</b> Neither frame has a number; either may be lost with its connection. A side without leave asks again by the
 * next one, and one that has it already is given it again. What was sent of a packet stays, as the session keeps it.
 *
 * <p><b>Slow peers.</b> One that is stopped in the midst would keep all others waiting. So if no piece comes for a while, the next
 * one has leave as well. The slow one keeps its own, and nothing of its packet is lost.
 */
final class Transfers {
    private final Loop loop;
    private final long patience;
    private final Deque<Session> waiting = new ArrayDeque<>();
    private @Nullable Session current;
    private Loop.@Nullable Timer timer;

    /** How much had come of the current packet when it was last looked at. */
    private long seen;

    Transfers(Loop loop, long patienceNanos) {
        this.loop = loop;
        this.patience = patienceNanos;
    }

    /** A peer asks for leave. */
    void asks(Session session) {
        if (session.hasLeave()) {
            session.giveLeave();
        } else if (!waiting.contains(session)) {
            waiting.add(session);
            next();
        }
    }

    /** A large packet is complete, or its session is over. */
    void over(Session session) {
        waiting.remove(session);
        if (session == current) {
            current = null;
            if (timer != null) {
                timer.cancel();
                timer = null;
            }
            next();
        }
    }

    private void next() {
        Session following = current == null ? waiting.poll() : null;
        if (following != null) {
            current = following;
            seen = -1;
            following.giveLeave();
            look();
        }
    }

    private void look() {
        Session looked = current;
        if (looked == null) {
            return;
        }
        long received = looked.pieces();
        if (received == seen && !waiting.isEmpty()) {
            current = null;
            next();
            return;
        }
        seen = received;
        timer = loop.schedule(patience, this::look);
    }
}
