package org.sojourn.selectors;

import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.ask.Outcome;
import org.sojourn.kernel.ask.Pending;
import org.sojourn.kernel.part.Cell;
import org.sojourn.kernel.part.Target;

/** The kernel's side of a request, with the answer's type and the exceptions that users see. */
abstract class Request<R> extends Pending {
    Request(@Nullable Cell asker, Target receiver, String question) {
        super(asker, receiver, question);
    }

    /** The answer is here. */
    abstract void answer(R value);

    @Override
    @SuppressWarnings({"unchecked", "NullAway"}) // the ReplyTo was made for R, and R may be a nullable type
    protected final void answered(@Nullable Object value) {
        answer((R) value);
    }

    @Override
    protected final void unanswered(Outcome.None why) {
        String detail = why.detail();
        failed(
                switch (why.cause()) {
                    case TIMED_OUT -> new RequestTimeoutException(detail);
                    case RECEIVER_GONE -> new ReceiverGoneException(detail);
                    case PLACE_LOST -> new PlaceLostException(detail);
                    case RECEIVER_FAILED -> new ReceiverFailedException(detail, why.failure());
                });
    }
}
