package org.sojourn.net.netty;

import static java.lang.System.Logger.Level.ERROR;

import io.netty.channel.SingleThreadIoEventLoop;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.FastThreadLocalThread;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.channels.spi.SelectorProvider;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * An event loop that lends its thread, and goes on by another one if that doesn't come back.
 *
 * <p><b>Purpose.</b> What has been read can be dealt with by the thread that has read it, without waking another one, though it may
 * last: nobody's connections stand still for that.
 *
 * <p><b>Leader and followers.</b> One thread leads: it is the loop, and all that Netty wants done on the loop is done by it. What is
 * {@linkplain #lend lent} to runs between two looks at the network, with no code of Netty on the stack. Meanwhile nobody leads:
 *
 * <pre>
 *   led by A --A runs what it is lent to--&gt; lent --it comes back--&gt; led by A
 *                                            |
 *                                            +--{@link #goOn}--&gt; led by B; A follows when it comes back
 * </pre>
 *
 * One compare-and-set of the leader decides between the two, so never two threads lead. The next leader sees all that the former one
 * has written, by that word; and what Netty keeps for itself is touched by the leader only. A thread that is lent is any other
 * thread to Netty: what it has done by the loop wakes whoever leads next, as the loop counts as asleep until then.
 *
 * <p><b>Threads.</b> Netty starts the first one and wants it back at the end, for its clean-up; so a loop that has ended is led by the
 * first one again. Others are started when they are needed, and one of them is kept. A follower that can't be started leaves the loop
 * to the thread that is away.
 */
final class LendingLoop extends SingleThreadIoEventLoop {
    private static final System.Logger LOG = System.getLogger(LendingLoop.class.getName());
    private static final long TASKS_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final VarHandle LEADER;

    /** Stands for the leader while its thread is lent. */
    private static final Object LENT = new Object();

    static {
        try {
            LEADER = MethodHandles.lookup().findVarHandle(LendingLoop.class, "leader", Object.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final String name;

    /** The thread that leads, or LENT; null before the start. Compare-and-sets from LENT pair with each other. */
    private volatile @Nullable Object leader;

    /** What the thread is to be lent to. Used by the leader only. */
    private final Deque<Runnable> due = new ArrayDeque<>();

    /** Netty's thread. Set by itself before it leads. */
    private volatile @Nullable Thread first;

    /** Set by the leader when the loop has ended; read by followers, which are woken then. */
    private volatile boolean isOver;

    /** Threads that wait to lead. Guarded by this, as the next. */
    private final Deque<Thread> followers = new ArrayDeque<>();

    private int started;

    LendingLoop(String name) {
        this(name, new AdaptiveSpin(Runtime.getRuntime().availableProcessors(), System::nanoTime));
    }

    private LendingLoop(String name, AdaptiveSpin spin) {
        super(null, threads(name), NioIoHandler.newFactory(SelectorProvider.provider(), () -> spin));
        this.name = name;
        spin.endsAt(this::hasTasks);
    }

    /** Makes threads of loops. */
    static ThreadFactory threads(String name) {
        return task -> {
            Thread thread = new FastThreadLocalThread(task, name);
            thread.setDaemon(true);
            return thread;
        };
    }

    @Override
    public boolean inEventLoop(Thread thread) {
        return leader == thread;
    }

    /** Has something run on the leader's thread when nothing of Netty is on its stack. On the loop. */
    void lend(Runnable task) {
        due.add(task);
    }

    /** Has another thread lead, if the leader's is lent. By any thread. */
    void goOn() {
        if (leader != LENT) {
            return;
        }
        synchronized (this) {
            Thread next = followers.poll();
            if (next == null) {
                next = threads(name + "-" + ++started).newThread(() -> follow(Thread.currentThread()));
                next.start();
            }
            if (LEADER.compareAndSet(this, LENT, next)) {
                LockSupport.unpark(next);
            } else {
                followers.push(next); // it came back
            }
        }
    }

    @Override
    protected void run() {
        Thread here = Thread.currentThread();
        first = here;
        leader = here;
        ioHandler().initialize();
        follow(here);
    }

    /** Leads when it is its turn, until the loop has ended or enough others follow. */
    private void follow(Thread here) {
        while (!isOver) {
            if (leader != here) {
                LockSupport.park(this);
                Thread.interrupted(); // would make later parks return at once
            } else if (leads(here)) {
                end();
            } else if (!staysAsFollower(here)) {
                return;
            }
        }
    }

    /** Is the loop until that ends (then true) or another thread has become it. */
    private boolean leads(Thread here) {
        try {
            do {
                // Before it looks at the network: the leader before may have left some, and so may tasks.
                if (!comesBack(here)) {
                    return false;
                }
                runIo();
                if (!comesBack(here)) {
                    return false;
                }
                if (isShuttingDown()) {
                    ioHandler().prepareToDestroy();
                }
                runAllTasks(TASKS_NANOS);
            } while (!confirmShutdown());
            return true;
        } catch (RuntimeException | Error e) {
            LOG.log(ERROR, "the loop of " + name + " has failed, and goes on", e);
            return false;
        }
    }

    /** Lends the thread to all that wants it, one after the other; returns whether it still leads. */
    private boolean comesBack(Thread here) {
        for (Runnable next = due.poll(); next != null; next = due.poll()) {
            boolean isStill = false;
            leader = LENT;
            try {
                next.run();
            } catch (Throwable e) { // the loop must go on, whatever it was
                LOG.log(ERROR, "what was read by " + here.getName() + " could not be dealt with", e);
            } finally {
                isStill = LEADER.compareAndSet(this, LENT, here);
            }
            if (!isStill) {
                return false;
            }
        }
        return true;
    }

    /** Netty's thread always does, and one more; false if the thread isn't needed any more. */
    private synchronized boolean staysAsFollower(Thread here) {
        if (leader == here) {
            return true; // the loop had failed
        }
        if (here != first && followers.stream().anyMatch(each -> each != first)) {
            return false;
        }
        if (!followers.contains(here)) {
            followers.push(here);
        }
        return true;
    }

    private synchronized void end() {
        leader = first; // for Netty's clean-up
        isOver = true;
        followers.forEach(LockSupport::unpark);
        LockSupport.unpark(first);
    }
}
