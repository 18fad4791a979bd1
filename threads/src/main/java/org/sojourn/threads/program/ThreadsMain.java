package org.sojourn.threads.program;

import java.util.Arrays;
import java.util.List;
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
     * Runs a program.
     *
     * @param args the class with main; {@code spread} or {@code home}; after how many milliseconds threads rotate, 0 for never; and the
     *     arguments of that main
     * @throws Throwable what that main has thrown
     */
    public static void main(String[] args) throws Throwable {
        List<String> words = Arrays.asList(args);
        ThreadSpace.Settings settings =
                new ThreadSpace.Settings(words.get(1).equals("spread"), Long.parseLong(words.get(2)));
        MainMethod main = MainMethod.find(words.getFirst(), ClassLoader.getSystemClassLoader());
        AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        try (Sojourn sojourn = Sojourn.start()) {
            ThreadSpace space = sojourn.guest(ThreadSpace.class);
            ThreadGroup group = new ThreadGroup("main");
            Thread first = new Thread(group, () -> failure.set(main.call(words.subList(3, words.size()))), "main");
            space.open(group, settings);
            first.start();
            awaitAll(group);
            space.close();
            sojourn.result("threads", space.report());
        }
        Throwable thrown = failure.get();
        if (thrown != null) {
            throw thrown;
        }
    }

    private static void awaitAll(ThreadGroup group) throws InterruptedException {
        while (true) {
            Thread[] all = new Thread[group.activeCount() * 2 + 16];
            int count = group.enumerate(all, true);
            Thread awaited = null;
            for (int i = 0; i < count; i++) {
                awaited = all[i].isDaemon() ? awaited : all[i];
            }
            if (awaited == null) {
                return;
            }
            awaited.join();
        }
    }
}
