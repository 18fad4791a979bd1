package org.sojourn.weave.frame;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Takes frames off a stack. It is thrown at the top, and each woven method has a handler for it at each of its calls: the first in the
 * exception table, so that no handler of the program sees it. That handler hands over what its frame holds and lets it go on; the one of the
 * last frame stays where it is, and returns what the {@link Departure} says.
 *
 * <p>How many frames leave is known before: only those above the first that can't, so nothing else is ever unwound by it.
 *
 * <p>A throwable without a stack and without suppressed ones: to throw it costs what its handlers do. Methods pay nothing for it while
 * nothing is thrown (as in S. Sekiguchi, T. Sakamoto and A. Yonezawa, Portable implementation of continuation operators in imperative
 * languages by exception handling, 2001).
 */
public final class Capture extends Error {
    private static final long serialVersionUID = 1L;
    private static final int USUAL = 8;

    private final transient List<Frame> frames;
    private final transient Departure departure;
    private int left;

    /** Of the frame that hands them over. */
    private transient @Nullable Object[] values = new Object[USUAL];

    private transient int held;

    /**
     * To be thrown.
     *
     * @param count how many frames leave, one at least
     * @param departure what becomes of them
     */
    public Capture(int count, Departure departure) {
        super("a frame that can't leave was asked to", null, false, false);
        if (count < 1) {
            throw new IllegalArgumentException(count + " frames can't leave; one at least does");
        }
        this.left = count;
        this.departure = Objects.requireNonNull(departure, "departure is null; say what becomes of the frames");
        this.frames = new ArrayList<>(count);
    }

    /** The frame holds an int, or what is one on the stack. */
    public Capture put(int value) {
        return put((Object) value);
    }

    /** The frame holds a long. */
    public Capture put(long value) {
        return put((Object) value);
    }

    /** The frame holds a float. */
    public Capture put(float value) {
        return put((Object) value);
    }

    /** The frame holds a double. */
    public Capture put(double value) {
        return put((Object) value);
    }

    /** The frame holds a reference. */
    public Capture put(@Nullable Object value) {
        if (held == values.length) {
            values = Arrays.copyOf(values, held * 2);
        }
        values[held++] = value;
        return this;
    }

    /**
     * The frame has handed over all that it holds.
     *
     * @param owner the class that its method was written in
     * @param method the number of the method
     * @param site the number of the call
     * @return what the method is to return, if its frame is the last one that leaves
     * @throws Capture this one, if others leave
     * @throws Throwable what the method is to throw
     */
    public @Nullable Object leave(Class<?> owner, int method, int site) throws Throwable {
        frames.add(new Frame(new Point(owner, method, site), Arrays.copyOf(values, held)));
        Arrays.fill(values, 0, held, null);
        held = 0;
        if (--left > 0) {
            throw this;
        }
        return departure.left(new DeltaSet(frames));
    }
}
