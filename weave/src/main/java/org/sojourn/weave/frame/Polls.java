package org.sojourn.weave.frame;

import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Where running code looks whether its frames are to leave. Loops of woven methods ask, in one of two ways, and call {@link #poll()} only if
 * the answer is yes.
 *
 * <ul>
 *   <li>{@link #wanted()} reads a flag of the whole process: next to nothing where a loop has work to do, such as other loops. So whoever
 *       isn't meant pays for the time in which somebody is.
 *   <li>An innermost loop has a call site that says no, as a constant: nothing at all, once it is compiled, and the loop may be unrolled and
 *       vectorised. {@link #arm} has it say yes. That throws away the compiled code of all loops of the class, so it is for code that
 *       hasn't come by a flag for a while.
 * </ul>
 */
public final class Polls {
    private static final AtomicBoolean WANTED = new AtomicBoolean();
    private static final AtomicReference<@Nullable Runnable> ASKED = new AtomicReference<>();
    private static final MethodType ANSWER = MethodType.methodType(boolean.class);

    /** By class, what its innermost loops ask. */
    private static final ClassValue<Loops> LOOPS = new ClassValue<>() {
        @Override
        protected Loops computeValue(Class<?> owner) {
            return new Loops();
        }
    };

    private static final class Loops {
        private final MutableCallSite site = new MutableCallSite(MethodHandles.constant(boolean.class, false));

        /** How many want them to poll. Guarded by this. */
        private int reasons;
    }

    private static final List<Asker> ASKERS = new CopyOnWriteArrayList<>();

    /** How many reasons all askers have now. Guarded by the class. */
    private static int reasons;

    private Polls() {}

    /** One of several that have running code leave, each of its own. It asks while it has a reason. */
    public static final class Asker {
        private final Runnable asked;

        private Asker(Runnable asked) {
            this.asked = asked;
        }

        /** There is one reason more to ask. */
        public void raise() {
            synchronized (Polls.class) {
                reasons++;
                decide();
            }
        }

        /** A reason is gone. */
        public void lower() {
            synchronized (Polls.class) {
                reasons--;
                decide();
            }
        }
    }

    /**
     * Adds an asker, for good.
     *
     * @param asked runs on each thread that polls, while any asker has a reason; it may throw a {@link Capture}
     */
    public static Asker asker(Runnable asked) {
        Asker added = new Asker(Objects.requireNonNull(asked, "asked is null; give what runs"));
        ASKERS.add(added);
        return added;
    }

    private static void decide() {
        WANTED.setOpaque(reasons > 0 || ASKED.get() != null);
    }

    /** Whether {@link #poll()} is to be called. An opaque read: no loop goes on for ever without seeing it. */
    public static boolean wanted() {
        return WANTED.getOpaque();
    }

    /**
     * Links what an innermost loop asks.
     *
     * @param caller the woven class, or its twin
     * @param name of no meaning
     * @param type from nothing to boolean
     * @param owner the class that the loop was written in
     */
    public static CallSite site(MethodHandles.Lookup caller, String name, MethodType type, Class<?> owner) {
        if (!type.equals(ANSWER)) {
            throw new IllegalArgumentException("a loop asks " + type + "; it asks " + ANSWER);
        }
        return new ConstantCallSite(LOOPS.get(owner).site.dynamicInvoker());
    }

    /**
     * Has innermost loops of a class poll, for one reason more or one less: they do as long as there is any. When this returns, all threads see
     * it. A class that isn't woven has none.
     *
     * @param owner the class
     * @param isReason whether there is a reason more; or one that was there is gone
     */
    public static void arm(Class<?> owner, boolean isReason) {
        Loops loops = LOOPS.get(Objects.requireNonNull(owner, "owner is null; name the class"));
        synchronized (loops) {
            boolean polled = loops.reasons > 0;
            loops.reasons += isReason ? 1 : -1;
            boolean polls = loops.reasons > 0;
            if (polls != polled) {
                loops.site.setTarget(MethodHandles.constant(boolean.class, polls));
                MutableCallSite.syncAll(new MutableCallSite[] {loops.site});
            }
        }
    }

    /** Runs what was set, and what askers have, on this thread. It may throw a {@link Capture}. */
    public static void poll() {
        for (Asker each : ASKERS) {
            each.asked.run();
        }
        Runnable asked = ASKED.get();
        if (asked != null) {
            asked.run();
        }
    }

    /**
     * Sets what polls do, in the whole process; what was set before is forgotten. Threads see it at one of their next polls, and what the
     * caller did before it is done for them.
     *
     * @param asked runs on each thread that polls, on several at once, until it is null; what it throws is thrown into the code that polled
     */
    public static synchronized void set(@Nullable Runnable asked) {
        ASKED.set(asked);
        decide();
    }
}
