package org.sojourn.kernel.part;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one part has asked and not been answered yet, oldest first. In its turns only: whatever races to decide a question
 * elsewhere, here it is over once.
 */
final class Questions {
    private @Nullable Pending first;
    private @Nullable Pending last;
    private int asked;

    /** So many had been asked when the part was ordered to move. */
    private int ordered;

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

    boolean isEmpty() {
        return first == null;
    }

    List<Pending> open() {
        List<Pending> open = new ArrayList<>();
        for (Pending each = first; each != null; each = each.later) {
            open.add(each);
        }
        return open;
    }

    /** The oldest whose continuation is bound to this place; null if all can move. */
    @Nullable
    Pending bound() {
        Pending each = first;
        while (each != null && each.staysBecause() == null) {
            each = each.later;
        }
        return each;
    }

    /** The part is ordered to move. */
    void ordered() {
        ordered = asked;
    }

    boolean isFormer(Pending pending) {
        return pending.number < ordered;
    }
}
