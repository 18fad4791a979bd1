package org.sojourn.strands;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.part.Cell;
import org.sojourn.kernel.part.Exit;
import org.sojourn.kernel.part.Feature;
import org.sojourn.kernel.port.UnencodableException;
import org.sojourn.weave.frame.DeltaSet;
import org.sojourn.weave.frame.Frame;
import org.sojourn.weave.run.Resumption;
import org.sojourn.weave.wire.Remaining;

/**
 * How far a strand has come: its frames, while it waits or moves. While it runs they are on a stack.
 *
 * <p>A strand may wait at each call of its woven code, but not while a frame of it holds a monitor: others would find that free, or held for
 * ever. Whether one does is seen before any leaves.
 */
final class Course extends Feature {
    private @Nullable DeltaSet frames;
    private boolean isRunning;

    /** Whether it has ended, and stays here for whoever asks why. */
    private boolean isKept;

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

    /**
     * Runs a strand from where it waits, until it waits again or has ended.
     *
     * @return what a job has come to, if it has ended
     */
    @Nullable
    Object run(Strand<?> strand, @Nullable Object value, @Nullable Throwable failure) throws Throwable {
        DeltaSet waiting = frames;
        frames = null;
        isRunning = true;
        try {
            if (waiting != null) {
                return Resumption.run(waiting, value, failure);
            }
            if (strand instanceof Job<?> job) {
                return job.call(); // from here, as the frames of a strand end where this one begins
            }
            strand.run();
            return null;
        } finally {
            isRunning = false;
        }
    }

    /** Whether it has come to its end. */
    boolean isOver() {
        return frames == null;
    }

    /** Its frames have left the stack, at a call at which it waits. */
    @Nullable
    Object waits(DeltaSet left) {
        frames = left;
        return null;
    }

    /** Its frames have left the stack, at a poll. */
    @Nullable
    Object pauses(DeltaSet left, Runnable paused) {
        frames = left;
        paused.run();
        return null;
    }

    // ---- moving -----------------------------------------------------------------------------------------------------

    @Override
    protected @Nullable Packed pack(Cell part) {
        DeltaSet waiting = frames;
        if (waiting == null) {
            return null;
        }
        List<Frame> outline = Remaining.outline(waiting.frames());
        if (outline != null) {
            requireTravelling(
                    part, FramesLuggage.of(new DeltaSet(outline), part.site().codec()));
            try {
                Remaining.replace(waiting.frames());
            } catch (IllegalStateException e) {
                throw new UnencodableException(String.valueOf(e.getMessage()), e);
            }
        }
        return FramesLuggage.of(waiting, part.site().codec());
    }

    /**
     * Refuses frames that can't go whatever their iterators have to come, so that these aren't brought to their end in vain: a strand that stays may still
     * remove by them. The elements that are still to come aren't known before.
     */
    private static void requireTravelling(Cell part, FramesLuggage luggage) {
        Object body = Objects.requireNonNull(part.body());
        List<@Nullable Object> all = new ArrayList<>(List.of(body));
        all.addAll(luggage.objects());
        try {
            part.site().codec().encodePart(all.toArray(), body);
        } catch (UnencodableException e) {
            throw luggage.named(e, 1);
        }
    }

    /** Frames that have come with the strand. */
    void came(DeltaSet moved) {
        frames = moved;
    }

    /** A job has failed, and somebody is to ask for that: here, where the failure stands. */
    void failed(Cell part, String sentence) {
        isKept = true;
        strands.unasked().add(part, sentence);
    }

    @Override
    protected boolean isBound() {
        return isKept;
    }

    @Override
    protected String binding() {
        return "an asker of its failure, which stands here; ask for its result";
    }

    @Override
    protected void ended(Cell part, Exit why) {
        strands.unasked().remove(part);
        if (part.body() instanceof Job<?> job) {
            job.isDropped(part + " has exited, and come to nothing: " + why.detail());
        }
    }

    /** Another body begins anew. */
    @Override
    protected void restarted(Cell part) {
        part.without(this);
    }
}
