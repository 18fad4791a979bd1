package org.sojourn.messengers.outside;

import static java.lang.System.Logger.Level.WARNING;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Where messages wait on their way in and out of a place: the paper's interface port. One lock guards all of it; it is held for moments.
 */
final class Exchange {
    /** The client that is whoever comes. */
    static final int ANYBODY = 0;

    /** By which a client is told that a message of its own couldn't be used. */
    private static final int REFUSAL = 7;

    /** So many messengers are asked whether a message fits them. */
    private static final int ASKED = OutsideBound.ASKED.intValue();

    private static final System.Logger LOG = System.getLogger(Exchange.class.getName());

    private final ReentrantLock lock = new ReentrantLock();

    /** Something has come for a client, or all is over. */
    private final Condition arrived = lock.newCondition();

    private final Box in = new Box();
    private final Deque<Listener> listeners = new ArrayDeque<>();

    /** By client; those for whoever comes have the number {@link #ANYBODY}. */
    private final Map<Integer, Box> out = new HashMap<>();

    /** What clients have fetched and perhaps not read yet. */
    private final Map<Integer, Box.Message> handed = new HashMap<>();

    private long age;
    private long unsaid;
    private boolean isOver;

    Exchange() {
        out.put(ANYBODY, new Box());
    }

    // ---- in -------------------------------------------------------------------------------------------------------

    /** A client sends a message: to that messenger of those it fits that has waited longest, or into the queue if nobody waits. */
    void sent(int client, int priority, String text) throws Refused {
        lock.lock();
        try {
            if (!listeners.isEmpty()) {
                offer(client, text);
            } else if (!in.offer(new Box.Message(priority, age++, client, text, null))) {
                throw new Refused("the queue of this place is full: it has " + in.messages()
                        + " messages, of at most " + Box.MOST_MESSAGES + " and " + Box.MOST_CHARACTERS
                        + " characters; send again when scripts have taken some");
            }
        } finally {
            lock.unlock();
        }
    }

    private void offer(int client, String text) throws Refused {
        String misfit = "";
        int asked = 0;
        for (Iterator<Listener> all = listeners.iterator(); all.hasNext() && asked < ASKED; asked++) {
            String its = all.next().offered(client, text);
            if (its == null) {
                all.remove();
                return;
            }
            misfit = asked == 0 ? its : misfit;
        }
        throw new Refused(
                asked == 1
                        ? misfit
                        : misfit + "; nor does it fit the " + (asked - 1) + " that have waited next longest");
    }

    /** Gives a messenger the next message that fits it; has it wait for one if it is to. Returns whether it has got one. */
    boolean receive(Listener listener, boolean isWaiting) {
        lock.lock();
        try {
            for (Box.Message next = in.poll(); next != null; next = in.poll()) {
                String misfit = listener.offered(next.client(), next.text());
                if (misfit == null) {
                    return true;
                }
                refuse(next.client(), misfit);
            }
            if (isWaiting) {
                listeners.add(listener);
            }
            return false;
        } finally {
            lock.unlock();
        }
    }

    private void refuse(int client, String misfit) {
        if (!put(client, REFUSAL, "refused " + misfit, null) && Long.bitCount(++unsaid) == 1) {
            LOG.log(
                    WARNING,
                    "a message of client {0} is dropped, and the client has gone or its queue is full: {1} (refusal"
                            + " {2} that can''t be said to a client)",
                    client,
                    misfit,
                    unsaid);
        }
    }

    /** {@return those that waited and were picked, who wait no more} */
    List<Listener> remove(Predicate<Listener> picked) {
        lock.lock();
        try {
            List<Listener> removed = new ArrayList<>();
            listeners.removeIf(each -> picked.test(each) && removed.add(each));
            return removed;
        } finally {
            lock.unlock();
        }
    }

    /** {@return those that wait, at most so many} */
    List<Listener> waiting(int most) {
        lock.lock();
        try {
            return listeners.stream().limit(most).toList();
        } finally {
            lock.unlock();
        }
    }

    /** {@return how many messengers wait, and how many messages} */
    long[] counts() {
        lock.lock();
        try {
            return new long[] {listeners.size(), in.messages()};
        } finally {
            lock.unlock();
        }
    }

    // ---- out ------------------------------------------------------------------------------------------------------

    /** A client has come. */
    void came(int client) {
        lock.lock();
        try {
            out.put(client, new Box());
        } finally {
            lock.unlock();
        }
    }

    /**
     * A client has gone. What was for whoever comes, and it hasn't read, goes back; what was for this one is dropped.
     *
     * @return the faults of which it hasn't read
     */
    List<String> left(int client) {
        lock.lock();
        try {
            List<String> unheard = new ArrayList<>();
            Box own = out.remove(client);
            Box anybodys = out.get(ANYBODY);
            Box.Message next = handed.remove(client);
            if (next != null && next.client() == ANYBODY && anybodys != null) {
                anybodys.restore(next);
                arrived.signalAll();
            }
            while (next != null || own != null && own.messages() > 0) {
                if (next != null && next.fault() != null) {
                    unheard.add(next.fault());
                }
                next = own == null ? null : own.poll();
            }
            return unheard;
        } finally {
            lock.unlock();
        }
    }

    /** Puts a message into a client's queue; false if it has gone, or if the queue is full. */
    boolean send(int client, int priority, String text) {
        return send(client, priority, text, null);
    }

    /** The same of a message about a fault. */
    boolean send(int client, int priority, String text, @Nullable String fault) {
        lock.lock();
        try {
            return put(client, priority, text, fault);
        } finally {
            lock.unlock();
        }
    }

    private boolean put(int client, int priority, String text, @Nullable String fault) {
        Box box = out.get(client);
        boolean isTaken = box != null && box.offer(new Box.Message(priority, age++, client, text, fault));
        if (isTaken) {
            arrived.signalAll();
        }
        return isTaken;
    }

    /**
     * Takes the next message for a client, of its own or for whoever comes; waits for one if there is none. It isn't forgotten before the
     * client {@link #hasRead} it.
     */
    Box.@Nullable Message fetch(int client, long millis) throws InterruptedException {
        lock.lock();
        try {
            long left = TimeUnit.MILLISECONDS.toNanos(millis);
            Box.Message next = next(client);
            while (next == null && left > 0 && !isOver) {
                left = arrived.awaitNanos(left);
                next = next(client);
            }
            if (next != null) {
                handed.put(client, next);
            }
            return next;
        } finally {
            lock.unlock();
        }
    }

    /** A client has read what it fetched last. */
    void hasRead(int client) {
        lock.lock();
        try {
            handed.remove(client);
        } finally {
            lock.unlock();
        }
    }

    private Box.@Nullable Message next(int client) {
        Box own = out.get(client);
        Box anybodys = out.get(ANYBODY);
        if (own == null || anybodys == null) {
            return null;
        }
        Box.Message mine = own.peek();
        Box.Message other = anybodys.peek();
        boolean isMine = mine != null && (other == null || mine.goesBefore(other));
        return isMine ? own.poll() : anybodys.poll();
    }

    /** Nobody waits any more. */
    void close() {
        lock.lock();
        try {
            isOver = true;
            arrived.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
