package org.sojourn.threads.calls;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What code asks of threads, and what it does to the one that it runs on: one thread, wherever its frames are. */
public final class ThreadCalls {
    /** By number, the threads that are away and were interrupted since. */
    private static final Map<Long, Boolean> INTERRUPTED = new ConcurrentHashMap<>();

    private ThreadCalls() {}

    /** A thread that is away was interrupted, or has seen that. */
    public static void note(long thread, boolean now) {
        if (now) {
            INTERRUPTED.put(thread, true);
        } else {
            INTERRUPTED.remove(thread);
        }
    }

    /** {@return for {@code Thread.currentThread()}} */
    public static Thread currentThread() {
        Away away = Away.now();
        return away == null ? Thread.currentThread() : away.thread();
    }

    /** {@return for {@code Thread.interrupted()}} */
    public static boolean interrupted() {
        boolean was = Thread.interrupted();
        Away away = Away.now();
        if (was && away != null) {
            away.interruptSeen();
        }
        return was;
    }

    /** For {@code Thread.sleep}. */
    public static void sleep(long millis) throws InterruptedException {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw seen(e);
        }
    }

    /** For {@code Thread.sleep}. */
    public static void sleep(long millis, int nanos) throws InterruptedException {
        try {
            Thread.sleep(millis, nanos);
        } catch (InterruptedException e) {
            throw seen(e);
        }
    }

    /** For {@code Thread.sleep}. */
    public static void sleep(Duration duration) throws InterruptedException {
        try {
            Thread.sleep(duration);
        } catch (InterruptedException e) {
            throw seen(e);
        }
    }

    private static InterruptedException seen(InterruptedException e) {
        Away away = Away.now();
        if (away != null) {
            away.interruptSeen();
        }
        return e;
    }

    /** {@return for {@code thread.threadId()} and {@code getId()}} */
    public static long threadId(Thread thread) {
        Away away = Away.now();
        return away != null && away.thread() == thread ? away.threadId() : thread.threadId();
    }

    /** {@return for {@code thread.isVirtual()}} */
    public static boolean isVirtual(Thread thread) {
        Away away = Away.now();
        return away != null && away.thread() == thread ? away.isVirtual() : thread.isVirtual();
    }

    /** {@return for {@code thread.isAlive()}} */
    public static boolean isAlive(Thread thread) {
        Away away = Away.now();
        return away != null && away.thread() == thread || thread.isAlive();
    }

    /** {@return for {@code thread.isInterrupted()}} */
    public static boolean isInterrupted(Thread thread) {
        Away away = Away.now();
        if (away != null && away.thread() == thread) {
            return Thread.currentThread().isInterrupted();
        }
        long number = thread.threadId();
        // One is set before the other is cleared, in either direction: so one of the three looks finds it.
        return INTERRUPTED.containsKey(number) || thread.isInterrupted() || INTERRUPTED.containsKey(number);
    }

    /** {@return for {@code thread.toString()}, given what it says of itself} */
    public static String text(Thread thread, String own) {
        Away away = Away.now();
        return away != null && away.thread() == thread ? away.text() : own;
    }

    /** For {@code thread.interrupt()}. */
    public static void interrupt(Thread thread) {
        Away away = Away.now();
        (away != null && away.thread() == thread ? Thread.currentThread() : thread).interrupt();
    }
}
