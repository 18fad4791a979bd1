package org.sojourn.mapping.profile;

import org.sojourn.mapping.vector.Blocking;
import org.sojourn.mapping.vector.CVector;
import org.sojourn.mapping.vector.Finding;
import org.sojourn.mapping.vector.Incoming;
import org.sojourn.mapping.vector.Outgoing;
import org.sojourn.mapping.vector.Parallelism;
import org.sojourn.mapping.vector.State;
import org.sojourn.mapping.vector.Work;

/**
 * What the selectors of a kind did in a run. (G. Upadhyaya, H. Rajan, <i>Effectively Mapping Linguistic Abstractions for
 * Message-passing Concurrency to Threads on the Java Virtual Machine</i>, 2015, appendix C.)
 *
 * @param received messages processed that others have sent
 * @param sent messages sent to others, answers not counted
 * @param sync of these, requests whose answers were asked for
 * @param waits waits that were counted around some of the messages
 * @param blocked how often a thread was seen blocked in a handler
 * @param looks how often it was looked
 * @param state what is kept from one message to the next
 * @param work the processor time of the handlers of some selectors, in ns
 * @param waiting how long these waited for messages, in ns
 */
public record Profile(
        long received,
        long sent,
        long sync,
        long waits,
        long blocked,
        long looks,
        State state,
        long work,
        long waiting) {
    private static final long MILLI = 1_000_000;

    /**
     * Adds what the same kind did elsewhere.
     *
     * @param other at another place, or in another run
     * @return both together
     */
    public Profile plus(Profile other) {
        return new Profile(
                received + other.received,
                sent + other.sent,
                sync + other.sync,
                waits + other.waits,
                blocked + other.blocked,
                looks + other.looks,
                state.compareTo(other.state) >= 0 ? state : other.state,
                work + other.work,
                waiting + other.waiting);
    }

    /**
     * Returns the vector of what was observed: the rules of the paper's appendix C.
     *
     * @return with the numbers as reasons
     */
    public CVector vector() {
        long async = sent - sync;
        boolean isBlocking = waits + blocked > 0;
        String traffic = received + " received, " + sent + " sent";
        return new CVector(
                finding(
                        isBlocking ? Blocking.TRUE : Blocking.FALSE,
                        waits + " waits counted, blocked " + blocked + " of " + looks + " times"),
                finding(state, "as seen between messages"),
                finding(sync > async ? Parallelism.SYNC : Parallelism.ASYNC, sync + " asked, " + async + " only sent"),
                finding(sent == 0 ? Outgoing.LEAF : sent > received ? Outgoing.SCATTER : Outgoing.ROUTER, traffic),
                finding(received > sent ? Incoming.GATHER : Incoming.REQUEST_REPLY, traffic),
                finding(
                        work > waiting ? Work.MATH : Work.IO,
                        work / MILLI + " ms of work, " + waiting / MILLI + " ms of waiting for messages"));
    }

    private static <V extends Enum<V>> Finding<V> finding(V value, String reason) {
        return new Finding<>(value, reason, null);
    }
}
