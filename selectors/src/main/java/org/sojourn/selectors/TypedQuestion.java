package org.sojourn.selectors;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.ask.Outcome;
import org.sojourn.kernel.ask.Question;
import org.sojourn.kernel.part.Cell;
import org.sojourn.kernel.part.Target;

/** The kernel's note of a request, with the answer's type and the exceptions that users see. */
abstract class TypedQuestion<R> extends Question {
    TypedQuestion(@Nullable Cell asker, Target receiver, String what) {
        super(asker, receiver, what);
    }

    /** The answer is here. */
    abstract void answer(R value);

    /** There is none. */
    abstract void fail(Throwable failure);

    @Override
    @SuppressWarnings({"unchecked", "NullAway"}) // the ReplyTo was made for R, and R may be a nullable type
    protected final void answered(@Nullable Object value) {
        answer((R) value);
    }

    @Override
    protected final void unanswered(Outcome why) {
        String detail = why.detail();
        Throwable thrown = (Throwable) why.object();
        fail(
                switch (why.sort()) {
                    case TIMED_OUT -> new RequestTimeoutException(detail);
                    case RECEIVER_GONE -> new ReceiverGoneException(detail);
                    case PLACE_LOST -> new PlaceLostException(detail);
                    case RECEIVER_FAILED -> new ReceiverFailedException(detail, thrown);
                    case VALUE, FAILURE -> Objects.requireNonNull(thrown);
                });
    }
}
