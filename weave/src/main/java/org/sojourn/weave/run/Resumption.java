package org.sojourn.weave.run;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sojourn.weave.code.TwinMethod;
import org.sojourn.weave.frame.DeltaSet;
import org.sojourn.weave.frame.Departure;
import org.sojourn.weave.frame.Frame;

/**
 * Runs frames that have left a stack, here: the innermost first, and each with what the one before it returned or threw. There is
 * never more than one of them on the stack, besides those that it calls. So to run one, and to hand its result to a frame elsewhere, is delta
 * execution (M. J. M. Ma, C.-L. Wang and F. C. M. Lau, JESSICA, 2000), and to run all is to go on.
 *
 * <p>Frames may leave again meanwhile. Then those that haven't been run leave with them.
 */
public final class Resumption {
    private static final ThreadLocal<@Nullable Resumption> CURRENT = new ThreadLocal<>();

    private final List<Frame> frames;
    private int next;
    private boolean left;
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
     * Goes on with frames, on this thread.
     *
     * @param frames which
     * @param result what the call has returned at which the first one waits
     * @param failure what it has thrown; null if it has returned
     * @return what the last one returned
     * @throws Throwable what the last one threw
     */
    public static @Nullable Object run(DeltaSet frames, @Nullable Object result, @Nullable Throwable failure)
            throws Throwable {
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
        while (!left && next < frames.size()) {
            Frame frame = frames.get(next++);
            Object returned = null;
            Throwable thrown = null;
            try {
                returned = locked(frame);
            } catch (Throwable e) {
                thrown = e;
            }
            if (!left) {
                result = returned;
                failure = thrown;
            }
        }
        if (failure != null) {
            throw failure;
        }
        return result;
    }

    private @Nullable Object locked(Frame frame) throws Throwable {
        Class<?> owner = frame.point().owner();
        TwinMethod.Lock lock = Twins.of(owner).method(frame.point().method()).lock();
        if (lock == TwinMethod.Lock.NONE) {
            return step(frame);
        }
        Object locked = lock == TwinMethod.Lock.THIS ? Objects.requireNonNull(frame.values()[0]) : owner;
        synchronized (locked) {
            return step(frame);
        }
    }

    private @Nullable Object step(Frame frame) throws Throwable {
        return (Object) Twins.of(frame.point().owner())
                .twin(frame.point().method())
                .invokeExact(frame.values(), frame.point().site(), result, failure);
    }

    /** What becomes of frames that leave while this one runs: those that wait here leave with them. */
    Departure with(Departure departure) {
        List<Frame> rest = frames.subList(next, frames.size());
        return top -> {
            result = null;
            failure = null;
            try {
                result = departure.left(top.before(rest));
            } catch (Throwable e) {
                failure = e;
            }
            left = true;
            return null;
        };
    }
}
