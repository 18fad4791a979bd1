package org.sojourn.threads.space;

import java.lang.StackWalker.StackFrame;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.sojourn.threads.judge.MethodName;
import org.sojourn.weave.code.Names;
import org.sojourn.weave.frame.Woven;

/**
 * The stack of the running thread, as it looks before frames leave.
 *
 * @param top the program's methods down to the first frame that isn't its own
 * @param isResumed whether frames that have left before are among those
 */
record StackView(List<MethodName> top, boolean isResumed) {
    private static final StackWalker WALKER =
            StackWalker.getInstance(Set.of(StackWalker.Option.RETAIN_CLASS_REFERENCE));

    static StackView now() {
        return WALKER.walk(StackView::look);
    }

    private static StackView look(Stream<StackFrame> stack) {
        List<MethodName> top = new ArrayList<>();
        boolean isResumed = false;
        boolean hasBegun = false;
        for (Iterator<StackFrame> frames = stack.iterator(); frames.hasNext(); ) {
            StackFrame frame = frames.next();
            Class<?> of = frame.getDeclaringClass();
            if (Names.isTwin(of.getName())) {
                isResumed = true;
                hasBegun = true;
            } else if (of.isAnnotationPresent(Woven.class)) {
                hasBegun = true;
                top.add(new MethodName(of.getName().replace('.', '/'), frame.getMethodName() + frame.getDescriptor()));
            } else if (hasBegun) {
                break;
            }
        }
        return new StackView(top, isResumed);
    }

    /** Whether nothing of the program is beneath the topmost frame of it. */
    static boolean isFirst() {
        return WALKER.walk(StackView::hasOne);
    }

    private static boolean hasOne(Stream<StackFrame> stack) {
        StackFrame before = null;
        int all = 0;
        for (Iterator<StackFrame> frames = stack.iterator(); frames.hasNext() && all < 2; ) {
            StackFrame frame = frames.next();
            Class<?> of = frame.getDeclaringClass();
            boolean isOwn = Names.isTwin(of.getName()) || of.isAnnotationPresent(Woven.class);
            all += isOwn && !isBridge(before, frame) ? 1 : 0;
            before = frame;
        }
        return all == 1;
    }

    /** Of two methods of one name one is the other's bridge, as a {@code call} that returns a {@code Long} has one. */
    private static boolean isBridge(@Nullable StackFrame callee, StackFrame caller) {
        return callee != null
                && callee.getDeclaringClass() == caller.getDeclaringClass()
                && callee.getMethodName().equals(caller.getMethodName())
                && !callee.getDescriptor().equals(caller.getDescriptor());
    }
}
