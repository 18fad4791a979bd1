package org.sojourn.threads.program;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.sojourn.host.Sojourn;
import org.sojourn.host.run.MainMethod;
import org.sojourn.threads.ThreadSpace;

/**
 * The program that a run of threads begins with: it calls the main of the program that was named, as {@code java} does, and waits as {@code java}
 * does until its threads have ended that aren't daemons.
 */
public final class ThreadsMain {
    private ThreadsMain() {}

    /**
     * Runs a program. What that main throws goes at once to the handler of its thread, as under {@code java}, and fails the run when the
     * program's threads have ended.
     *
     * @param args the class with main; {@code spread} or {@code home}; after how many milliseconds threads rotate, 0 for never; and the
     *     arguments of that main
     */
    public static void main(String[] args) throws Exception {
        List<String> words = Arrays.asList(args);
        ThreadSpace.Settings settings =
                new ThreadSpace.Settings(words.get(1).equals("spread"), Long.parseLong(words.get(2)));
        MainMethod main = found(words.getFirst());
        AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        try (Sojourn sojourn = Sojourn.start()) {
            ThreadSpace space = sojourn.guest(ThreadSpace.class);
            ThreadGroup group = new ThreadGroup("main");
            Runnable calls = () -> {
                Throwable thrown = main.call(words.subList(3, words.size()));
                if (thrown != null) {
                    failure.set(thrown);
                    handle(thrown);
                }
            };
            Thread first = new Thread(group, calls, "main");
            space.open(group, settings);
            Set<Thread> ours = new HashSet<>(threads());
            first.start();
            awaitAll(ours);
            space.close();
            sojourn.result("threads", space.report());
        }
        Throwable thrown = failure.get();
        if (thrown != null) {
            throw new MainMethod.Told(thrown);
        }
    }

    private static MainMethod found(String name) throws MainMethod.Told {
        try {
            return MainMethod.find(name, ClassLoader.getSystemClassLoader());
        } catch (ReflectiveOperationException e) {
            throw new MainMethod.Told(String.valueOf(e.getMessage()));
        }
    }

    /** As the JVM does with what a thread throws, which can't throw all that main can. */
    private static void handle(Throwable thrown) {
        Thread own = Thread.currentThread();
        try {
            own.getUncaughtExceptionHandler().uncaughtException(own, thrown);
        } catch (Throwable e) {
            System.err.println("Exception: " + e.getClass().getName()
                    + " thrown from the UncaughtExceptionHandler in thread \"" + own.getName() + "\"");
        }
    }

    /** All but the daemons, in whatever group: the program may start one in a group above its own. */
    private static void awaitAll(Set<Thread> ours) throws InterruptedException {
        while (true) {
            Thread awaited = null;
            for (Thread each : threads()) {
                awaited = each.isDaemon() || ours.contains(each) ? awaited : each;
            }
            if (awaited == null) {
                return;
            }
            awaited.join();
        }
    }

    private static List<Thread> threads() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        while (true) {
            Thread[] all = new Thread[group.activeCount() * 2 + 16];
            int count = group.enumerate(all, true);
            if (count < all.length) { // else there may be more
                return Arrays.asList(all).subList(0, count);
            }
        }
    }
}
