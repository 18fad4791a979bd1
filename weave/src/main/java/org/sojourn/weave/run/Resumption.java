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
 * never more than one of them on the stack, besides those that it calls. So to run one, and to hand its result to a frame elsewhere, is delta
 * execution (M. J. M. Ma, C.-L. Wang and F. C. M. Lau, JESSICA, 2000), and to run all is to go on.
 *
 * <p>Frames may leave again meanwhile. Then those that haven't been run leave with them.
 *
 * <p>Monitors that frames hold are held while they wait, too, and are entered the outermost first.
 */
public final class Resumption {
    private static final ThreadLocal<@Nullable Resumption> CURRENT = new ThreadLocal<>();

    private final List<Frame> frames;
    private int next;
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
        while (holder >= next && locks(holder).isEmpty()) {
            holder--;
        }
        if (holder >= next) {
            holding(locks(holder), 0, holder);
        }
        while (departure == null && next <= last) {
            step();
        }
    }

    private void holding(List<Object> locks, int entered, int holder) {
        if (entered < locks.size()) {
            synchronized (locks.get(entered)) {
                holding(locks, entered + 1, holder);
            }
            return;
        }
        upTo(holder - 1);
        if (departure == null) {
            step();
        }
    }

    /** What a frame holds the monitors of, the outermost first. */
    private List<Object> locks(int index) {
        Point point = frames.get(index).point();
        @Nullable Object[] values = frames.get(index).values();
        TwinMethod method = Twins.of(point.owner()).method(point.method());
        List<Object> locks = new ArrayList<>();
        switch (method.lock()) {
            case NONE -> {}
            case THIS -> locks.add(Objects.requireNonNull(values[0]));
            case CLASS -> locks.add(point.owner());
        }
        for (int i = values.length - method.calls().get(point.site()).monitors(); i < values.length; i++) {
            locks.add(Objects.requireNonNull(values[i]));
        }
        return locks;
    }

    private void step() {
        Frame frame = frames.get(next++);
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
