package org.sojourn.strands;

import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.part.Cell;
import org.sojourn.kernel.part.Feature;
import org.sojourn.weave.code.TwinMethod;
import org.sojourn.weave.frame.DeltaSet;
import org.sojourn.weave.frame.Frame;
import org.sojourn.weave.frame.Point;
import org.sojourn.weave.run.Resumption;
import org.sojourn.weave.run.Twins;

/**
 * How far a strand has come: its frames, while it waits or moves. While it runs they are on a stack.
 *
 * <p>A strand may wait at each call of its woven code, but not while a frame of it holds a monitor: others would find that free, or held for
 * ever. Whether one does is seen when the frames have left, and then they go on at once.
 */
final class Course extends Feature {
    private @Nullable DeltaSet frames;
    private boolean isRunning;

    /** Whether frames that have left are to go on at once. */
    private boolean goesOn;

    private @Nullable Throwable refusal;

    /** What strands at this place have in common. */
    private final Strands strands;

    private Course(Strands strands) {
        this.strands = strands;
    }

    static Course of(Cell cell) {
        return cell.feature(Course.class, any -> new Course(Strands.of(cell)));
    }

    Strands strands() {
        return strands;
    }

    /** Of a strand that runs on this thread, in the turn of a part; null if that is none, or it has called somebody who isn't in it. */
    static @Nullable Course running(Cell cell) {
        Course course = cell.having(Course.class);
        return course != null && course.isRunning ? course : null;
    }

    /** Runs a strand from where it waits, until it waits again or has ended. */
    void run(Strand<?> strand, @Nullable Object value, @Nullable Throwable failure) throws Throwable {
        Object given = value;
        Throwable thrown = failure;
        do {
            DeltaSet waiting = frames;
            frames = null;
            goesOn = false;
            isRunning = true;
            try {
                if (waiting == null) {
                    strand.run();
                } else {
                    Resumption.run(waiting, given, thrown);
                }
            } finally {
                isRunning = false;
            }
            given = null;
            thrown = refusal;
            refusal = null;
        } while (goesOn);
    }

    /** Whether it has come to its end. */
    boolean isOver() {
        return frames == null;
    }

    /** Its frames have left the stack, at a call at which it waits. */
    @Nullable
    Object waits(DeltaSet left) {
        String holder = holder(left);
        frames = left;
        if (!holder.isEmpty()) {
            goesOn = true;
            refusal = new IllegalStateException("a strand can't wait or hop while it holds a monitor, as " + holder
                    + " does; leave the synchronized block or method before");
        }
        return null;
    }

    /** Its frames have left the stack, at a poll. */
    @Nullable
    Object pauses(DeltaSet left, Runnable paused) {
        frames = left;
        goesOn = !holder(left).isEmpty();
        if (!goesOn) {
            paused.run();
        }
        return null;
    }

    private static String holder(DeltaSet left) {
        for (Frame frame : left.frames()) {
            Point point = frame.point();
            TwinMethod method = Twins.of(point.owner()).method(point.method());
            if (method.lock() != TwinMethod.Lock.NONE
                    || method.calls().get(point.site()).monitors() > 0) {
                return point.owner().getName() + "." + method.of();
            }
        }
        return "";
    }

    // ---- moving -----------------------------------------------------------------------------------------------------

    @Override
    protected @Nullable Packed pack(Cell part) {
        DeltaSet waiting = frames;
        if (waiting == null) {
            return null;
        }
        Remaining.replace(waiting.frames());
        return FramesLuggage.of(waiting);
    }

    /** Frames that have come with the strand. */
    void came(DeltaSet moved) {
        frames = moved;
    }

    /** Another body begins anew. */
    @Override
    protected void restarted(Cell part) {
        part.without(this);
    }
}
