package org.sojourn.testkit;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The seeds that a test runs with. A failure names its seed and the command that runs the same test with that seed
 * only.
 *
 * <p>With {@code -Dsojourn.seed=N} every test of the JVM runs with the seed N alone.
 */
public final class Seeds {
    private static final String PROPERTY = "sojourn.seed";

    private final long first;
    private final long count;

    private Seeds(long first, long count) {
        this.first = first;
        this.count = count;
    }

    /**
     * The seeds 1 to {@code count}, or the one that the system property {@code sojourn.seed} names.
     *
     * @param count how many
     * @return the seeds
     */
    public static Seeds of(long count) {
        Long one = Long.getLong(PROPERTY);
        return one != null ? new Seeds(one, 1) : new Seeds(1, count);
    }

    /** The first seed; the others follow it. */
    long first() {
        return first;
    }

    /**
     * Returns how many seeds these are.
     *
     * @return 1 if the property narrows them
     */
    public long count() {
        return count;
    }

    /**
     * Runs a test with each seed.
     *
     * @param test throws if the seed fails
     * @throws AssertionError for the first seed that fails
     */
    public void check(LongConsumer test) {
        Objects.requireNonNull(test, "test is null; give what is to hold for a seed");
        String command = command();
        for (long seed = first; seed < first + count; seed++) {
            check(seed, command, test);
        }
    }

    /**
     * Runs a test with each seed, on several threads. Each thread has a test of its own.
     *
     * @param threads how many
     * @param tests makes the test of one thread; called on that thread
     * @throws AssertionError for a seed that fails
     */
    public void check(int threads, Supplier<LongConsumer> tests) {
        Objects.requireNonNull(tests, "tests is null; give what makes a test for each thread");
        String command = command();
        AtomicLong next = new AtomicLong(first);
        AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        List<Thread> all = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            Thread thread = new Thread(
                    () -> {
                        try {
                            LongConsumer test = tests.get();
                            for (long seed = next.getAndIncrement();
                                    seed < first + count && failure.get() == null;
                                    seed = next.getAndIncrement()) {
                                check(seed, command, test);
                            }
                        } catch (Throwable e) { // handed to the caller
                            failure.compareAndSet(null, e);
                        }
                    },
                    "seeds-" + i);
            thread.start();
            all.add(thread);
        }
        all.forEach(Seeds::join);
        Throwable failed = failure.get();
        if (failed != null) {
            throw failed instanceof AssertionError error ? error : new AssertionError(failed.toString(), failed);
        }
    }

    private static void join(Thread thread) {
        boolean interrupted = false;
        while (true) {
            try {
                thread.join();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static void check(long seed, String command, LongConsumer test) {
        try {
            test.accept(seed);
        } catch (Throwable e) { // whatever it is, the seed belongs to it
            throw failure(seed, command, "", e);
        }
    }

    /** What says which seed has failed, and how to have it fail again. */
    static AssertionError failure(long seed, String command, String more, Throwable cause) {
        return new AssertionError(
                "seed " + seed + " fails: " + cause.getMessage() + "\nreplay it with: " + command + seed + more, cause);
    }

    /** The command without the seed. The calling test is the first frame outside this class. */
    private static String command() {
        StackWalker.StackFrame frame = StackWalker.getInstance()
                .walk(frames -> frames.filter(each -> !each.getClassName().equals(Seeds.class.getName()))
                        .findFirst())
                .orElseThrow();
        String[] method = frame.getMethodName().split("\\$", -1); // a lambda's is lambda$method$number
        String name = method.length > 1 ? method[1] : method[0];
        String type = frame.getClassName();
        int nested = type.indexOf('$');
        return command(nested < 0 ? type : type.substring(0, nested), name);
    }

    /** The command without the seed, for a method of a class. */
    static String command(String type, String method) {
        String test = type.substring(type.lastIndexOf('.') + 1) + "#" + method;
        String quote = test.indexOf('$') < 0 ? "" : "'"; // of a nested class, which a shell would take for a variable
        return "mvn " + module() + "test -Dtest=" + quote + test + quote + " -D" + PROPERTY + "=";
    }

    /** Inside of a build of several modules the command is given at its root. */
    private static String module() {
        String directory = System.getProperty("basedir");
        if (directory == null) {
            return "";
        }
        File parent = new File(directory).getAbsoluteFile().getParentFile();
        return parent != null && new File(parent, "pom.xml").exists()
                ? "-pl " + new File(directory).getName() + " -am -Dsurefire.failIfNoSpecifiedTests=false "
                : "";
    }
}
