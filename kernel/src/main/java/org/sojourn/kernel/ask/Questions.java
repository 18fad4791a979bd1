package org.sojourn.kernel.ask;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.part.Cell;
import org.sojourn.kernel.part.Exit;
import org.sojourn.kernel.part.Feature;

/** The open questions of one part, oldest first. In its turns only: whatever raced to be an outcome, here a question is over once. */
final class Questions extends Feature {
    static final int TAG = 4;

    private final Requests requests;
    private @Nullable Question first;
    private @Nullable Question last;
    private int asked;

    /** The number of the next question when the part was ordered to move. */
    private int ordered;

    /** Where {@link #bound} looks first; null for the oldest. */
    private @Nullable Question next;

    Questions(Requests requests) {
        this.requests = requests;
    }

    void add(Question question) {
        question.isOpen = true;
        question.number = asked++;
        question.earlier = last;
        if (last == null) {
            first = question;
        } else {
            last.later = question;
        }
        last = question;
    }

    /** {@return whether it was open} */
    boolean remove(Question question) {
        if (!question.isOpen) {
            return false;
        }
        question.isOpen = false;
        if (question == next) {
            next = question.later;
        }
        if (question.earlier == null) {
            first = question.later;
        } else {
            question.earlier.later = question.later;
        }
        if (question.later == null) {
            last = question.earlier;
        } else {
            question.later.earlier = question.earlier;
        }
        return true;
    }

    List<Question> open() {
        List<Question> open = new ArrayList<>();
        for (Question each = first; each != null; each = each.later) {
            open.add(each);
        }
        return open;
    }

    /**
     * {@return a question whose continuation is bound to this place; null if all can move} This is asked after each of many answers,
     * so the search begins at the last one found. It comes round to those before, as their continuations may have changed.
     */
    @Nullable
    Question bound() {
        Question from = next;
        Question found = bound(from, null);
        next = found == null ? bound(first, from) : found;
        return next;
    }

    private static @Nullable Question bound(@Nullable Question from, @Nullable Question to) {
        Question each = from;
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
        Question found = Objects.requireNonNull(bound());
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

    /** The questions from before the order to move are the first ones. */
    @Override
    protected boolean isHeldUp() {
        Question found = bound();
        if (found != null && found.number >= ordered) {
            found = bound(first, null);
        }
        return found != null && found.number < ordered;
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
        return first == null ? null : requests.pack(part, open());
    }
}
