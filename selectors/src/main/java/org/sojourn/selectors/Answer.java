package org.sojourn.selectors;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.part.Cell;
import org.sojourn.kernel.part.Target;

/**
 * The future of a request. It refuses to be waited for inside a selector: there the answer comes as another processing of
 * the same selector, which could never begin.
 *
 * <p>A continuation of a selector's request is code of its handlers: if it throws, and no later stage of the chain takes
 * the exception ({@code exceptionally}, {@code handle}, ...), the selector fails, as by an exception in {@code process}.
 * A chain that only passes on that there was no answer isn't a failure of the selector.
 */
final class Answer<R> extends CompletableFuture<R> {
    /** The kernel's side of the request. */
    static final class Waiting<R> extends Request<R> {
        final Answer<R> answer;

        Waiting(@Nullable Cell asker, Target receiver) {
            super(asker, receiver, "a request");
            answer = new Answer<>(asker);
        }

        @Override
        void answer(R value) {
            answer.complete(value);
        }

        @Override
        protected void failed(Throwable failure) {
            answer.completeExceptionally(failure);
        }
    }

    /** Whose request it is, or whose continuation; null for a thread that is no selector. */
    private final @Nullable Cell asker;

    /** Whether a later stage gets what this one ends with. The asker's turns only. */
    private boolean isContinued;

    private boolean isHooking;

    private Answer(@Nullable Cell asker) {
        this.asker = asker;
    }

    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        if (isHooking) {
            return new CompletableFuture<>();
        }
        Answer<U> stage = new Answer<>(asker);
        if (asker != null && Cell.current() == asker) {
            isContinued = true;
            if (isDone()) {
                // The stage is about to run, on this stack, and ends without telling anybody.
                asker.afterwards(() -> stage.check(this));
            } else {
                stage.hook(this);
            }
        }
        return stage;
    }

    private void hook(Answer<?> source) {
        isHooking = true;
        whenComplete((value, failure) -> check(source));
        isHooking = false;
    }

    /** A stage of the asker's has ended: did it throw, with nobody to take it? */
    private void check(Answer<?> source) {
        if (asker == null || Cell.current() != asker || isContinued || !isCompletedExceptionally()) {
            return;
        }
        Throwable failure = failureOf(this);
        if (failure != null
                && !(failure instanceof SojournException)
                && !(failure instanceof CancellationException)
                && failure != failureOf(source)) {
            asker.fail(failure, "a continuation of a request");
        }
    }

    private static @Nullable Throwable failureOf(Answer<?> stage) {
        try {
            stage.getNow(null);
            return null;
        } catch (CompletionException e) {
            return e.getCause() == null ? e : e.getCause();
        } catch (CancellationException e) {
            return e;
        }
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
