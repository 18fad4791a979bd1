package org.sojourn.threads.space;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.sojourn.weave.code.Names;
import org.sojourn.weave.frame.Polls;
import org.sojourn.weave.frame.Woven;

/**
 * Reaches threads in innermost loops, which don't read the flag. One that hasn't polled for a while has the loops of the classes armed that its
 * stack shows, for as long as it is wanted.
 */
final class Arming {
    private static final int PATIENCE_MILLIS = 5;
    private static final int AGAIN_MILLIS = 20;

    private final ClassLoader loader;
    private final ScheduledExecutorService timer;

    Arming(ClassLoader loader, ThreadFactory threads) {
        this.loader = loader;
        this.timer = new ScheduledThreadPoolExecutor(1, threads, new ThreadPoolExecutor.DiscardPolicy());
    }

    ScheduledExecutorService timer() {
        return timer;
    }

    /**
     * Has a thread poll, until it isn't wanted any more.
     *
     * @param over runs if it has ended instead
     */
    void reach(Thread thread, BooleanSupplier isWanted, Runnable over) {
        timer.schedule(() -> look(thread, isWanted, over, new HashSet<>()), PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void look(Thread thread, BooleanSupplier isWanted, Runnable over, Set<Class<?>> armed) {
        boolean isAlive = thread.isAlive();
        if (!isAlive) {
            over.run();
        }
        if (!isAlive || !isWanted.getAsBoolean()) {
            armed.forEach(each -> Polls.arm(each, false));
            return;
        }
        for (StackTraceElement each : thread.getStackTrace()) {
            String name = each.getClassName();
            Class<?> own = find(Names.isTwin(name) ? Names.original(name) : name);
            if (own != null && armed.add(own)) {
                Polls.arm(own, true);
            }
        }
        timer.schedule(() -> look(thread, isWanted, over, armed), AGAIN_MILLIS, TimeUnit.MILLISECONDS);
    }

    private @Nullable Class<?> find(String name) {
        if (name.startsWith("java.") || name.startsWith("jdk.") || name.contains("/")) {
            return null;
        }
        try {
            Class<?> found = Class.forName(name, false, loader);
            return found.isAnnotationPresent(Woven.class) ? found : null;
        } catch (ClassNotFoundException | LinkageError e) {
            return null;
        }
    }

    /** Looks at threads that are to be reached once more, and never again. */
    void close() {
        timer.shutdown();
    }
}
