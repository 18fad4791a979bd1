package org.sojourn.messengers.network;

import static java.lang.System.Logger.Level.ERROR;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Words;
import org.sojourn.kernel.sched.Context;
import org.sojourn.kernel.sched.Task;

/**
 * Runs a share of a place's nodes: one lane for each worker. A node belongs to one lane as long as it is at this place, so that no two
 * threads ever touch it and no node needs a lock of its own to run.
 *
 * <p><b>Order.</b> A place's ready messengers run breadth first, as the paper's ready queue has them: a messenger that hops goes behind
 * all that are ready, and never runs on the stack of the one before it. A lane keeps a line of nodes, in which a node stands once for
 * each thing in its own queue; whoever comes to the head of the line does the first of these. Both are first in, first out, so the line
 * is in the order in which things came, and with one lane that is the order in which all that a place does is done. That a node has a
 * queue of its own beside the line is for moves: a node that leaves takes its queue along, and what is left of it in the line finds
 * nothing.
 *
 * <p><b>Priorities.</b> What has a priority above 0 stands in a line of its own, and before others in its node's queue. Those lines go first,
 * and nothing keeps them from having the others wait for ever.
 *
 * <p><b>Hand-over.</b> In its own turns a lane appends directly. All others, which are other lanes, links and programs, offer things, and
 * wake the lane; it takes what was offered in at the beginning of a turn and again every {@value #LOOK} steps.
 *
 * <p><b>Turns.</b> A lane is one task of the place's policy, and gives its worker back after {@value #STEPS} steps or a millisecond, so
 * that selectors and other lanes have their part of it.
 *
 * <p><b>Tried and dropped.</b> A node as a part of the kernel with a messenger as its mail: everything would be there, but the order is
 * that of each node and not of the place, since a worker that has taken up a node works off several of its messages; and events that are
 * ordered by time need a queue of their own behind the mailboxes. See ADR 79.
 */
final class Lane implements Task {
    private static final System.Logger LOG = System.getLogger("org.sojourn.messengers");
    private static final int STEPS = 1_024;
    private static final int LOOK = 32;
    private static final long MOST_NANOS = 1_000_000;

    final Nodes place;
    private final int number;
    private final LaneTurn turn;

    /** Whose turn it is. Touched by the turn only. */
    private final ArrayDeque<Node> line = new ArrayDeque<>();

    /** The same for each priority above 0 that has any, the highest first. */
    private final NavigableMap<Integer, ArrayDeque<Node>> urgent = new TreeMap<>(Comparator.reverseOrder());

    /** What has come from elsewhere. */
    private final ConcurrentLinkedQueue<Item> offered = new ConcurrentLinkedQueue<>();

    /** Whether it is a task that waits or runs. What is offered before it is set is seen by the turn that clears it. */
    private final AtomicBoolean isSubmitted = new AtomicBoolean();

    Lane(Nodes place, int number) {
        this.place = place;
        this.number = number;
        this.turn = new LaneTurn(this);
    }

    LaneTurn turn() {
        return turn;
    }

    /** Puts a node in line. In a turn. */
    void line(Node node, int priority) {
        node.lined++;
        if (priority == 0) {
            line.add(node);
        } else {
            urgent.computeIfAbsent(priority, any -> new ArrayDeque<>()).add(node);
        }
    }

    private @Nullable Node next() {
        if (urgent.isEmpty()) {
            return line.poll();
        }
        Map.Entry<Integer, ArrayDeque<Node>> highest = urgent.firstEntry();
        Node next = highest.getValue().poll();
        if (highest.getValue().isEmpty()) {
            urgent.remove(highest.getKey());
        }
        return next;
    }

    /** Leaves something for a node of this lane, to be followed by {@link #wake}. By any thread. */
    void offer(Item item) {
        offered.add(item);
    }

    /** Has a turn run if there is none to come. By any thread. */
    void wake() {
        if (!isSubmitted.get() && isSubmitted.compareAndSet(false, true)) {
            place.watch().begin();
            place.site().policy().submit(this);
        }
    }

    /** Brings what was offered to the nodes' queues. In a turn. */
    void drain() {
        for (Item next = offered.poll(); next != null; next = offered.poll()) {
            Node to = next.node;
            if (to == null) {
                guarded(next);
            } else {
                to.append(next);
            }
        }
    }

    @Override
    public void run() {
        Context context = Context.current();
        context.begin(this, 0, place.site().clock(), false);
        boolean isMore = true;
        try {
            steps();
            isMore = !line.isEmpty() || !urgent.isEmpty();
        } finally {
            context.end();
            isSubmitted.set(false); // before the looks that follow: whoever offers or resumes after them wakes it
            if (!offered.isEmpty() || isMore && !place.crowds().isHeldUp()) {
                wake();
            }
        }
    }

    private void steps() {
        long until = place.site().clock().nanoTime() + MOST_NANOS;
        drain();
        for (int i = 1; i <= STEPS; i++) {
            Node next = next();
            if (next == null) {
                return;
            }
            next.lined--;
            step(next);
            if (i % LOOK == 0) {
                drain();
                if (place.crowds().isHeldUp() || place.site().clock().nanoTime() - until > 0) {
                    return;
                }
            }
        }
    }

    private void guarded(Item item) {
        try {
            item.go(turn);
        } catch (Throwable failure) { // of this runtime: the others go on
            LOG.log(ERROR, item + " has failed", Words.printable(failure));
        }
    }

    private void step(Node next) {
        try {
            turn.step(next);
        } catch (Throwable failure) { // of this runtime: the others go on
            LOG.log(ERROR, turn.describe() + " has failed", Words.printable(failure));
            turn.reset();
        }
    }

    /** Whether something has come for a node that isn't in its queue yet. In a turn. */
    boolean hasOfferedFor(Node node) {
        return offered.stream().anyMatch(each -> each.node == node);
    }

    /** Whether something has come that isn't in line yet. In a turn. */
    boolean hasOffered() {
        return !offered.isEmpty();
    }

    /** Whether the place has more for this lane to do. A sample for other threads. */
    boolean isBusy() {
        return isSubmitted.get();
    }

    @Override
    public String describeWork() {
        return turn.describe();
    }

    @Override
    public String toString() {
        return "lane " + number + " of the logical network";
    }
}
