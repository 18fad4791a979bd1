package org.sojourn.kernel.ask;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.part.Cell;
import org.sojourn.kernel.part.Exit;
import org.sojourn.kernel.part.Feature;

/**
 * What one part has asked and not been answered yet, oldest first. In its turns only: whatever races to decide a question
 * elsewhere, here it is over once.
 */
final class Questions extends Feature {
    static final int TAG = 4;

    private final Requests requests;
    private @Nullable Pending first;
    private @Nullable Pending last;
    private int asked;

    /** So many had been asked when the part was ordered to move. */
    private int ordered;

    /** Where {@link #bound} looks first; null for the oldest. */
    private @Nullable Pending next;

    Questions(Requests requests) {
        this.requests = requests;
    }

    void add(Pending pending) {
        pending.isOpen = true;
        pending.number = asked++;
        pending.earlier = last;
        if (last == null) {
            first = pending;
        } else {
            last.later = pending;
        }
        last = pending;
    }

    /** It is over; false if it was. */
    boolean remove(Pending pending) {
        if (!pending.isOpen) {
            return false;
        }
        pending.isOpen = false;
        if (pending == next) {
            next = pending.later;
        }
        if (pending.earlier == null) {
            first = pending.later;
        } else {
            pending.earlier.later = pending.later;
        }
        if (pending.later == null) {
            last = pending.earlier;
        } else {
            pending.later.earlier = pending.earlier;
        }
        return true;
    }

    List<Pending> open() {
        List<Pending> open = new ArrayList<>();
        for (Pending each = first; each != null; each = each.later) {
            open.add(each);
        }
        return open;
    }

    /**
     * One whose continuation is bound to this place; null if all can move. It is asked for after each of many answers, so it goes on
     * where it has found the last, and comes round to those before only when there is none behind: their continuations may be
     * other ones by then.
     */
    @Nullable
    Pending bound() {
        Pending from = next;
        Pending found = bound(from, null);
        next = found == null ? bound(first, from) : found;
        return next;
    }

    private static @Nullable Pending bound(@Nullable Pending from, @Nullable Pending to) {
        Pending each = from;
        while (each != null && each != to && each.staysBecause() == null) {
            each = each.later;
        }
        return each == to ? null : each;
    }

    @Override
    protected boolean isBound() {
        return bound() != null;
    }

    @Override
    protected String binding() {
        Pending found = Objects.requireNonNull(bound());
        return found.describe() + ", and " + found.staysBecause();
    }

    @Override
    protected boolean isOpen() {
        return first != null;
    }

    @Override
    protected void ordered() {
        ordered = asked;
    }

    /** Whether one is bound that had been asked when the part was ordered to move: these are the first. */
    @Override
    protected boolean isHeldUp() {
        Pending found = bound();
        if (found != null && !isFormer(found)) {
            found = first;
            while (found != null && isFormer(found) && found.staysBecause() == null) {
                found = found.later;
            }
        }
        return found != null && isFormer(found);
    }

    private boolean isFormer(Pending pending) {
        return pending.number < ordered;
    }

    // ---- what becomes of them ---------------------------------------------------------------------------------------

    @Override
    protected void restarted(Cell part) {
        requests.over(part, this);
    }

    @Override
    protected void ended(Cell part, Exit why) {
        requests.over(part, this);
    }

    @Override
    protected void left(Cell part) {
        requests.left(part, this);
    }

    @Override
    protected @Nullable Packed pack(Cell part) {
        return first == null ? null : requests.pack(open());
    }
}
