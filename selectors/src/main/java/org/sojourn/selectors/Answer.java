package org.sojourn.selectors;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.part.Cell;
import org.sojourn.kernel.part.Outcome;
import org.sojourn.kernel.part.Pending;
import org.sojourn.kernel.part.Target;

/**
 * The future of a request. It refuses to be waited for inside a selector: there the answer comes as another processing of
 * the same selector, which could never begin.
 */
final class Answer<R> extends CompletableFuture<R> {
    /** The kernel's side of the request. */
    static final class Waiting<R> extends Pending {
        final Answer<R> answer = new Answer<>();

        Waiting(@Nullable Cell asker, Target receiver, String question) {
            super(asker, receiver, question);
        }

        @Override
        @SuppressWarnings({"unchecked", "NullAway"}) // the ReplyTo was made for R, and R may be a nullable type
        protected void answered(@Nullable Object value) {
            answer.complete((R) value);
        }

        @Override
        protected void failed(Throwable failure) {
            answer.completeExceptionally(failure);
        }

        @Override
        protected void unanswered(Outcome.None.Cause cause, String detail) {
            answer.completeExceptionally(
                    switch (cause) {
                        case TIMED_OUT -> new RequestTimeoutException(detail);
                        case RECEIVER_GONE -> new ReceiverGoneException(detail);
                        case PLACE_LOST -> new PlaceLostException(detail);
                    });
        }
    }

    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new Answer<>();
    }

    @Override
    public R join() {
        checkMayWait();
        return super.join();
    }

    @Override
    public R get() throws InterruptedException, ExecutionException {
        checkMayWait();
        return super.get();
    }

    @Override
    public R get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        checkMayWait();
        return super.get(timeout, unit);
    }

    private void checkMayWait() {
        Cell cell = Cell.current();
        if (cell != null && !isDone()) {
            throw new IllegalStateException(
                    cell + " waits for the answer to its own request inside a handler, where the answer"
                            + " can't arrive; go on in thenAccept(...), which runs as a processing of this selector");
        }
    }
}
