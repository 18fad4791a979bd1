package org.sojourn.weave.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sojourn.weave.code.TwinMethod;
import org.sojourn.weave.frame.DeltaSet;
import org.sojourn.weave.frame.Departure;
import org.sojourn.weave.frame.Frame;
import org.sojourn.weave.frame.Point;

/**
 * Runs frames that have left a stack, here: the innermost first, and each with what the one before it returned or threw. There is
 * never more than one of them on the stack, besides those that it calls and those that hold monitors. So to run one, and to hand its result to a frame elsewhere, is delta
 * execution (M. J. M. Ma, C.-L. Wang and F. C. M. Lau, JESSICA, 2000), and to run all is to go on.
 *
 * <p>Frames may leave again meanwhile. Then those that haven't been run leave with them.
 *
 * <p>Monitors that frames hold are held while they wait, too, and are entered the outermost first. A frame that holds some of blocks is
 * begun first, enters them, and has those run for which it waits ({@link #awaited}), since only the method that has entered a monitor can
 * leave it. Such a frame is on the stack beneath them.
 */
public final class Resumption {
    private static final ThreadLocal<@Nullable Resumption> CURRENT = new ThreadLocal<>();

    private final List<Frame> frames;
    private int next;

    /** The frame that has just been begun because it holds monitors. */
    private int begun;

    private @Nullable Departure departure;
    private List<Frame> gone = List.of();
    private @Nullable Object result;
    private @Nullable Throwable failure;

    private Resumption(List<Frame> frames, @Nullable Object result, @Nullable Throwable failure) {
        this.frames = frames;
        this.result = result;
        this.failure = failure;
    }

    /** That which runs frames on this thread, the topmost; null if there is none. */
    static @Nullable Resumption current() {
        return CURRENT.get();
    }

    /**
     * Goes on with frames, on this thread. They may go on once only: their objects are theirs. Monitors that they held are entered, which may wait.
     *
     * @param frames which
     * @param result what the call has returned at which the first one waits
     * @param failure what it has thrown; null if it has returned
     * @return what the last one returned
     * @throws ClassCastException if a frame gets a result that isn't of the type that it waits for, and doesn't catch that
     * @throws Throwable what the last one threw
     */
    public static @Nullable Object run(DeltaSet frames, @Nullable Object result, @Nullable Throwable failure)
            throws Throwable {
        Objects.requireNonNull(frames, "frames is null; give those that left");
        Resumption before = CURRENT.get();
        Resumption own = new Resumption(frames.frames(), result, failure);
        CURRENT.set(own);
        try {
            return own.run();
        } finally {
            if (before == null) {
                CURRENT.remove();
            } else {
                CURRENT.set(before);
            }
        }
    }

    private @Nullable Object run() throws Throwable {
        upTo(frames.size() - 1);
        Departure departs = departure;
        if (departs != null) {
            return departs.left(new DeltaSet(gone));
        }
        if (failure != null) {
            throw failure;
        }
        return result;
    }

    /** Runs frames from the next one to one that waits for it, while the monitors are held that those hold that wait. */
    private void upTo(int last) {
        int holder = last;
        while (holder >= next && !holds(holder)) {
            holder--;
        }
        if (holder >= next) {
            hold(holder);
        }
        while (departure == null && next <= last) {
            step(next++);
        }
    }

    /** Runs a frame that holds monitors, and before it those for which it waits. */
    private void hold(int index) {
        Frame frame = frames.get(index);
        switch (method(index).lock()) {
            case NONE -> upToHolder(index);
            case THIS -> {
                synchronized (Objects.requireNonNull(frame.values()[0])) {
                    upToHolder(index);
                }
            }
            case CLASS -> {
                synchronized (frame.point().owner()) {
                    upToHolder(index);
                }
            }
        }
    }

    private void upToHolder(int index) {
        if (monitors(index) > 0) {
            begun = index;
            step(index);
            return;
        }
        upTo(index - 1);
        if (departure == null) {
            step(next++);
        }
    }

    /**
     * For code that was woven. A frame that holds monitors of blocks has entered them, and leaves them itself where its blocks end: runs
     * the frames for which it waits.
     *
     * @return what they have returned or thrown; null if they left
     */
    public static @Nullable Object @Nullable [] awaited() {
        Resumption own =
                Objects.requireNonNull(CURRENT.get(), "only woven code that goes on asks for what it waits for");
        int index = own.begun;
        try {
            own.upTo(index - 1);
        } catch (Throwable e) { // there is no stack left, for example; the frame may catch that
            own.result = null;
            own.failure = e;
        }
        if (own.departure != null) {
            return null;
        }
        own.next = index + 1;
        return new @Nullable Object[] {own.result, own.failure};
    }

    private TwinMethod method(int index) {
        Point point = frames.get(index).point();
        return Twins.of(point.owner()).method(point.method());
    }

    /** How many monitors of blocks a frame holds. */
    private int monitors(int index) {
        return method(index).calls().get(frames.get(index).point().site()).monitors();
    }

    private boolean holds(int index) {
        return method(index).lock() != TwinMethod.Lock.NONE || monitors(index) > 0;
    }

    private void step(int index) {
        Frame frame = frames.get(index);
        Point point = frame.point();
        Object returned = null;
        Throwable thrown = null;
        try {
            returned = (Object) Twins.of(point.owner())
                    .twin(point.method())
                    .invokeExact(frame.values(), point.site(), result, failure);
        } catch (Throwable e) {
            thrown = e;
        }
        if (departure == null) {
            result = returned;
            failure = thrown;
        }
    }

    /**
     * What becomes of frames that leave while this one runs: those that wait here leave with them, when the monitors are free that they held
     * here.
     */
    Departure with(Departure departs) {
        return top -> {
            gone = new ArrayList<>(top.frames());
            gone.addAll(frames.subList(next, frames.size()));
            departure = departs;
            return null;
        };
    }
}
