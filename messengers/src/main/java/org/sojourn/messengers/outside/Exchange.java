package org.sojourn.messengers.outside;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
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

    private final ReentrantLock lock = new ReentrantLock();

    /** Something has come for a client, or all is over. */
    private final Condition arrived = lock.newCondition();

    private final Box in = new Box();
    private final Deque<Listener> listeners = new ArrayDeque<>();

    /** By client; those for whoever comes have the number {@link #ANYBODY}. */
    private final Map<Integer, Box> out = new HashMap<>();

    private long age;
    private boolean isOver;

    Exchange() {
        out.put(ANYBODY, new Box());
    }

    // ---- in -------------------------------------------------------------------------------------------------------

    /** A client sends a message: to the messenger that has waited longest, or into the queue. */
    void sent(int client, int priority, String text) throws Refused {
        lock.lock();
        try {
            Box.Message message = new Box.Message(priority, age++, client, text);
            Listener first = listeners.peek();
            if (first != null) {
                listeners.remove();
                String misfit = first.offered(client, text);
                if (misfit != null) {
                    listeners.addFirst(first); // it waits on
                    throw new Refused(misfit);
                }
            } else if (!in.offer(message)) {
                throw new Refused("the queue of this place is full: it has " + in.messages()
                        + " messages, of at most " + Box.MOST_MESSAGES + " and " + Box.MOST_CHARACTERS
                        + " characters; send again when scripts have taken some");
            }
        } finally {
            lock.unlock();
        }
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
                put(next.client(), REFUSAL, "refused " + misfit);
            }
            if (isWaiting) {
                listeners.add(listener);
            }
            return false;
        } finally {
            lock.unlock();
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

    /** A client has gone; what was for it is dropped. */
    void left(int client) {
        lock.lock();
        try {
            out.remove(client);
        } finally {
            lock.unlock();
        }
    }

    /** Puts a message into a client's queue; false if it has gone, or if the queue is full. */
    boolean send(int client, int priority, String text) {
        lock.lock();
        try {
            return put(client, priority, text);
        } finally {
            lock.unlock();
        }
    }

    private boolean put(int client, int priority, String text) {
        Box box = out.get(client);
        boolean isTaken = box != null && box.offer(new Box.Message(priority, age++, client, text));
        if (isTaken) {
            arrived.signalAll();
        }
        return isTaken;
    }

    /** Takes the next message for a client, of its own or for whoever comes; waits for one if there is none. */
    Box.@Nullable Message fetch(int client, long millis) throws InterruptedException {
        lock.lock();
        try {
            long left = TimeUnit.MILLISECONDS.toNanos(millis);
            Box.Message next = next(client);
            while (next == null && left > 0 && !isOver) {
                left = arrived.awaitNanos(left);
                next = next(client);
            }
            return next;
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
