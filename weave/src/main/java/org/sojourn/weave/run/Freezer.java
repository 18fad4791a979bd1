package org.sojourn.weave.run;

import java.lang.StackWalker.StackFrame;
import java.util.Iterator;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.sojourn.weave.code.Names;
import org.sojourn.weave.frame.Capture;
import org.sojourn.weave.frame.Departure;
import org.sojourn.weave.frame.Woven;

/**
 * Takes frames off the stack of the running thread: all from the top down to the first that can't leave, which is one of a class that isn't
 * woven, of a constructor, or of a method that was refused. That one waits as in an ordinary call.
 */
public final class Freezer {
    private static final String OURS = "org.sojourn.";
    private static final StackWalker WALKER = StackWalker.getInstance(
            Set.of(StackWalker.Option.RETAIN_CLASS_REFERENCE, StackWalker.Option.SHOW_HIDDEN_FRAMES));

    /**
     * What can leave.
     *
     * @param count how many frames
     * @param below the first that can't, null if the stack ends there
     * @param holder the topmost that holds a monitor; null if none does
     */
    private record Top(
            int count, @Nullable StackFrame below, @Nullable StackFrame holder) {
        /** Whether those that wait below have left before. */
        boolean isResumed() {
            return below != null && below.getDeclaringClass() == Resumption.class;
        }
    }

    private Freezer() {}

    /**
     * Says what is to be thrown so that frames leave: at once, on this thread, and by nothing that catches it. Nothing has happened before it is
     * thrown. Whoever calls this may have frames of its own on the stack, and one caller that isn't woven: they are unwound, and don't come back.
     *
     * @param departure what becomes of them; it runs when all have left, and the monitors that they held are free
     * @return null if the topmost frame can't leave, see {@link #obstacle()}
     */
    public static @Nullable Capture capture(Departure departure) {
        Objects.requireNonNull(departure, "departure is null; say what becomes of the frames");
        Top top = WALKER.walk(stack -> top(stack, null));
        return top.count() == 0 ? null : capture(top, departure);
    }

    /**
     * Like {@link #capture(Departure)}, for a caller that the program doesn't know of: no frame is passed over but those of its package, of packages
     * below that, and of this room. A method of the program that isn't woven may be the topmost frame, and has to come back.
     *
     * @param caller the class that calls this
     * @param departure what becomes of the frames
     * @return null if the topmost frame can't leave, see {@link #obstacle(Class)}
     */
    public static @Nullable Capture capture(Class<?> caller, Departure departure) {
        Objects.requireNonNull(caller, "caller is null; give the class that calls this");
        Objects.requireNonNull(departure, "departure is null; say what becomes of the frames");
        Top top = WALKER.walk(stack -> top(stack, caller));
        return top.count() == 0 ? null : capture(top, departure);
    }

    /**
     * Says what is to be thrown so that all frames leave that a runner has called; otherwise like {@link #capture(Departure)}.
     *
     * @param runner the class of the runner, or of what it has called {@link Resumption#run} in
     * @param departure what becomes of them
     * @return null if there is one among them that can't leave, see {@link #obstacle(Class)}
     */
    public static @Nullable Capture captureAll(Class<?> runner, Departure departure) {
        Objects.requireNonNull(runner, "runner is null; give the class that has called them");
        Objects.requireNonNull(departure, "departure is null; say what becomes of the frames");
        Top top = WALKER.walk(stack -> top(stack, runner));
        return isAll(top, runner) ? capture(top, departure) : null;
    }

    private static boolean isAll(Top top, Class<?> runner) {
        StackFrame below = top.below();
        return top.count() > 0 && (top.isResumed() || below != null && below.getDeclaringClass() == runner);
    }

    private static Capture capture(Top top, Departure departure) {
        Resumption below = Resumption.current();
        return new Capture(top.count(), below != null && top.isResumed() ? below.with(departure) : departure);
    }

    /** Which frame is the topmost that can't leave, and why if that isn't plain; empty if all can. */
    public static String obstacle() {
        return described(WALKER.walk(stack -> top(stack, null)).below());
    }

    /** The same of those that a runner has called, and of its own. */
    public static String obstacle(Class<?> runner) {
        Objects.requireNonNull(runner, "runner is null; give the class that has called them");
        return described(WALKER.walk(stack -> top(stack, runner)).below());
    }

    /**
     * Which frame is the topmost that holds a monitor, of those that can leave; empty if none does. Whoever captures such frames frees that monitor
     * until they go on.
     */
    public static String holder(Class<?> runner) {
        Objects.requireNonNull(runner, "runner is null; give the class that has called them");
        return described(WALKER.walk(stack -> top(stack, runner)).holder());
    }

    /**
     * Why not all frames that a runner has called may leave: one can't, or one holds a monitor, which others would find free. Goes on from words such
     * as "it can't wait here, ".
     *
     * @param first the method that the runner calls, for people
     * @return empty if they may
     */
    public static String refusal(Class<?> runner, String first) {
        Objects.requireNonNull(first, "first is null; give the name of the method that the runner calls");
        String holder = holder(runner);
        if (!holder.isEmpty()) {
            return "while it holds a monitor, as " + holder + " does; leave the synchronized block or method before";
        }
        Top top = WALKER.walk(stack -> top(stack, runner));
        return isAll(top, runner)
                ? ""
                : "since not all methods up to " + first + " are woven: " + described(top.below()) + " isn't"
                        + remedy(top.below());
    }

    private static String remedy(@Nullable StackFrame frame) {
        Class<?> of = frame == null ? Object.class : frame.getDeclaringClass();
        ClassLoader loader = of.getClassLoader();
        boolean isOfTheJdk = loader == null || loader == ClassLoader.getPlatformClassLoader();
        if (frame == null || isOfTheJdk || frame.getMethodName().startsWith("<")) {
            return ". Methods of the JDK, constructors and initialisers of classes never are: write a loop instead of"
                    + " forEach, and a method that is called afterwards instead of a constructor";
        }
        if (of.isAnnotationPresent(Woven.class)) {
            String reason = Twins.unwoven(of, frame.getMethodName() + frame.getDescriptor());
            return reason.isEmpty() ? "" : ": " + reason;
        }
        String name = of.getPackageName();
        return ". ./sojourn run weaves the package of the main class and those below it; weave others by ./sojourn"
                + " weave app.jar woven.jar" + (name.isEmpty() ? "" : " --package " + name)
                + " (with one --package for each), and run that jar";
    }

    private static String described(@Nullable StackFrame frame) {
        if (frame == null) {
            return "";
        }
        String reason = Calls.of(frame.getDeclaringClass()).reason();
        return frame.toStackTraceElement() + (reason.isEmpty() ? "" : ": " + reason);
    }

    /**
     * Counts frames.
     *
     * @param runner what captures; no frame is passed over but its own and those of this room. Null for anybody, one of whose frames is
     */
    private static Top top(Stream<StackFrame> stack, @Nullable Class<?> runner) {
        String ours = runner == null ? OURS : OURS + "weave.";
        String others = runner == null ? OURS : runner.getPackageName() + ".";
        int count = 0;
        StackFrame holder = null;
        boolean hasCaller = runner != null;
        for (Iterator<StackFrame> frames = stack.iterator(); frames.hasNext(); ) {
            StackFrame frame = frames.next();
            Class<?> of = frame.getDeclaringClass();
            if (isOfLambda(of)) {
                continue; // it passes on what it gets, and isn't needed again
            }
            if (isOfHandle(of)) {
                StackFrame first = frame;
                frame = pastHandles(first, frames);
                of = frame.getDeclaringClass();
                // A twin calls by them what it may not call itself, and they pass on what they get.
                if (!Names.isTwin(of.getName()) || !Calls.of(of).has(frame)) {
                    if (count > 0 || hasCaller || of == Resumption.class) {
                        return new Top(count, of == Resumption.class ? frame : first, holder);
                    }
                    hasCaller = true;
                }
            }
            Calls calls = Calls.of(of);
            if (!calls.has(frame)) {
                boolean isOurs = calls.isNone()
                        && (of.getName().startsWith(ours) || of.getName().startsWith(others))
                        && of != Resumption.class;
                if (count == 0 && (isOurs || !hasCaller)) {
                    hasCaller |= !isOurs; // it throws what it gets, and needn't come back
                    continue;
                }
                return new Top(count, frame, holder);
            }
            count++;
            if (holder == null && calls.holds(frame)) {
                holder = frame;
            }
        }
        return new Top(count, null, holder);
    }

    /** The first frame that is none of a method handle; one of these, if there are no others. */
    private static StackFrame pastHandles(StackFrame first, Iterator<StackFrame> rest) {
        StackFrame frame = first;
        while (isOfHandle(frame.getDeclaringClass()) && rest.hasNext()) {
            frame = rest.next();
        }
        return frame;
    }

    private static boolean isOfHandle(Class<?> of) {
        return of.getName().startsWith("java.lang.invoke.");
    }

    private static boolean isOfLambda(Class<?> of) {
        return of.isHidden() && of.getName().contains("$$Lambda");
    }
}
